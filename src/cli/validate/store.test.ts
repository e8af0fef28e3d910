import { describe, expect, it } from 'vitest';
import { codeIdentity } from '../../node/code-identity.js';
import { type Outcome, runCommand } from '../testing/fake-terminal.js';

interface Stored {
  code: { sources: string };
  lines: { name: string; got: number; passed: boolean }[];
}

const file = 'kept/cradle.json';

/** `validate cradle --save` with that file stored before. */
function validate(stored?: unknown): Promise<Outcome> {
  const before: Record<string, string> = stored === undefined ? {} : { [file]: JSON.stringify(stored) };
  return runCommand(['validate', 'cradle', '--save', 'kept', '--json'], before);
}

const linesOf = ({ stdout }: Outcome): unknown => (JSON.parse(stdout) as Stored[])[0].lines;

describe('validate --save', () => {
  it('keeps what has been run, and runs it again only where code or form are others', async () => {
    const first = await validate();
    const stored = JSON.parse(new TextDecoder().decode(first.files.get(file))) as Stored;
    expect(stored).toMatchObject({ name: 'cradle', quick: false, passed: true });
    expect(stored.code.sources).toBe(codeIdentity().sources);
    expect(stored.lines).toEqual(linesOf(first));

    // a number that no run gives shows what is printed
    const marked = { ...stored, passed: false, lines: [{ ...stored.lines[0], got: 42, passed: false }] };
    const again = await validate(marked);
    expect(again.code).toBe(1);
    expect(linesOf(again)).toEqual(marked.lines);

    const anew = await validate({ ...marked, code: { sources: 'of another version' } });
    expect(anew.code).toBe(0);
    expect(linesOf(anew)).toEqual(linesOf(first));
    expect((await validate({ ...marked, quick: true })).code).toBe(0);
  });

  it('makes its folder, and says so at once where it cannot', async () => {
    const { code, stdout, stderr } = await runCommand(['validate', 'cradle', '--save', '/readonly/kept']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('/readonly/kept: expected a folder');
  });

  it('says which file is no stored validation', async () => {
    const { code, stderr } = await runCommand(['validate', 'cradle', '--save', 'kept'], { [file]: '{"version": 1' });
    expect(code).toBe(2);
    expect(stderr).toContain(file);
    expect(stderr).toContain('remove it');
  });
});
