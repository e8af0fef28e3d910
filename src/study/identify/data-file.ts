import { Findings } from '../../io/findings.js';
import { readNpy } from '../../io/npz/npy.js';
import { readZip } from '../../io/npz/zip.js';

/** Columns of numbers by name. */
export type Columns = Record<string, number[]>;

/** Measured data from a CSV text with a line of names, or from a NumPy archive of arrays. Throws an `InputError`. */
export async function readDataFile(bytes: Uint8Array, name: string): Promise<Columns> {
  const findings = new Findings(`${name} has no usable data`);
  // ZIP archives begin with PK
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  return isArchive ? await readArchive(bytes, findings) : readCsv(new TextDecoder().decode(bytes), findings);
}

async function readArchive(bytes: Uint8Array, findings: Findings): Promise<Columns> {
  const columns: Columns = {};
  for (const [member, content] of await readZip(bytes, findings)) {
    const name = member.replace(/\.npy$/, '');
    const { data } = readNpy(content, name, findings);
    if (typeof data !== 'string') columns[name] = Array.from(data);
  }
  return columns;
}

/** Numbers between commas, semicolons or tabs; lines that are empty or begin with # are passed over. */
export function readCsv(text: string, findings: Findings): Columns {
  const lines = text
    .split(/\r?\n/)
    .map((line, k) => ({ line: line.trim(), number: k + 1 }))
    .filter(({ line }) => line !== '' && !line.startsWith('#'));
  if (lines.length < 2)
    return findings.fail('(the file)', 'a line of names and lines of numbers', `${lines.length} lines`);
  const cells = (line: string): string[] => line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const names = cells(lines[0].line.replace(/^\uFEFF/, ''));
  const columns: Columns = Object.fromEntries(names.map((name) => [name, []]));
  if (names.every((name) => name !== '' && Number.isFinite(Number(name))))
    findings.add('line 1', 'names of the columns, such as time,x,y,z', lines[0].line.slice(0, 60));
  for (const { line, number } of lines.slice(1)) {
    const values = cells(line);
    if (values.length !== names.length) {
      findings.add(`line ${number}`, `${names.length} values, as the first line has names`, `${values.length}`);
      continue;
    }
    values.forEach((value, k) => {
      const x = value === '' ? NaN : Number(value);
      if (!Number.isFinite(x))
        findings.add(`line ${number}, ${names[k]}`, 'a number', value === '' ? 'nothing' : value);
      columns[names[k]].push(x);
    });
  }
  findings.settle();
  return columns;
}
