import { describe, expect, it } from 'vitest';
import { runCommand } from '../testing/fake-terminal.js';

const strand = (y: number): number[][] => [0, 1, 2, 3, 4].map((i) => [0.01 * i, y, 0.3 + 0.05 * i]);

const scene = JSON.stringify({
  version: 1,
  name: 'two strands',
  duration: 0.1,
  step: { length: 0.005 },
  materials: { hair: { preset: 'hair' } },
  bodies: [
    {
      type: 'strands',
      name: 'fringe',
      model: 'super-helix',
      elements: 4,
      radius: 5e-5,
      material: 'hair',
      strands: [strand(0), strand(0.05)],
    },
  ],
});

describe('stickslip groom', () => {
  it('writes a scene that stays, and says what it did', async () => {
    const { code, stdout, files } = await runCommand(
      ['groom', 'two.json', '--out', 'out.json', '--stiffen', '30', '--check', '0.1'],
      { 'two.json': scene },
    );
    expect(code).toBe(0);
    for (const word of ['rods', 'overlaps', 'contacts', 'balance', 'stability', 'every rod comes back', 'moved']) {
      expect(stdout).toContain(word);
    }
    const out = files.get('out.json')!;
    expect((await runCommand(['check', 'out.json'], { 'out.json': out })).code).toBe(0);
  });

  it('names what would fall, and what stiffness would do', async () => {
    const { code, stdout } = await runCommand(['groom', 'two.json', '--out', 'out.json'], { 'two.json': scene });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /2 of 2 would fall by themselves .* fringe-\d \([\d.]+\), .*; --stiffen [\d.]+ would do that/,
    );
    const { stdout: json } = await runCommand(['groom', 'two.json', '--out', 'o.json', '--stiffen', '1.1', '--json'], {
      'two.json': scene,
    });
    const found = JSON.parse(json);
    expect(found).toMatchObject({ rods: 2, loose: [], out: 'o.json' });
    expect(found.unstable.length).toBe(2);
    expect(found.unstable[0].needs).toBeGreaterThan(1.1);
  });

  it('writes nothing where there is no equilibrium, and says why', async () => {
    const free = scene.replace('"strands":', '"root":"free","strands":');
    const { code, stdout, files } = await runCommand(['groom', 'two.json', '--out', 'out.json'], { 'two.json': free });
    expect(code).toBe(1);
    expect(stdout).toContain('no equilibrium 2 rods: fringe-0, fringe-1; nothing bears them');
    expect(files.has('out.json')).toBe(false);
  });

  it('says where what a rod lies on moves by itself, and where friction does not hold it', async () => {
    const rod = {
      type: 'rod',
      name: 'stick',
      model: 'der',
      elements: 6,
      length: 0.3,
      radius: 0.005,
      material: 'rubber',
    };
    const at = (position: number[], tangent: number[]): object => ({ ...rod, shape: { position, tangent } });
    const box = {
      type: 'rigid',
      shape: { type: 'box', size: [0.4, 0.2, 0.1] },
      material: 'wood',
      position: [0, 0, 0.05],
    };
    const floor = { shape: { type: 'plane' }, material: 'wood' };
    const wall = { shape: { type: 'plane' }, material: 'wood', orientation: { axis: [0, 1, 0], degrees: 80 } };
    const cases: [object[], object[], string][] = [
      [[floor], [box, at([-0.15, 0, 0.105], [1, 0, 0])], 'moves by itself and can bear nothing'],
      [[wall], [at([0.005, 0, 0], [0, 1, 0])], 'contacts with this friction cannot bear them'],
    ];
    for (const [obstacles, bodies, message] of cases) {
      const json = JSON.stringify({ version: 1, name: 'loose', duration: 1, obstacles, bodies });
      const { code, stdout, stderr } = await runCommand(['groom', 'l.json', '--out', 'o.json'], { 'l.json': json });
      expect([code, stderr, stdout]).toEqual([1, '', expect.stringContaining(message)]);
    }
  });

  it('bad input: exit code 2 and what to do', async () => {
    for (const [args, message] of [
      [['groom', 'two.json'], '--out'],
      [['groom', 'two.json', '--out', 'o', '--only', 'fringes'], 'did you mean fringe?'],
      [['groom', 'two.json', '--out', 'o', '--stiffen', '0.5'], 'Expected a number >= 1'],
      [['groom', 'two.json', '--out', 'o', '--friction', '3'], 'Expected a number > 0, at most 1'],
      [['groom', 'two.json', '--out', 'o', '--count', '2.5'], 'Expected an integer >= 1'],
      [['groom', 'incline', '--out', 'o', '--only', 'box'], 'to groom'],
      [['groom', 'wavy-hare', '--out', 'o'], 'did you mean wavy-hair?'],
      [['groom', 'two.json', '--out', '/readonly/o'], '/readonly/o'],
    ] as const) {
      const { code, stderr } = await runCommand(args, { 'two.json': scene });
      expect([args.join(' '), code]).toEqual([args.join(' '), 2]);
      expect(stderr).toContain(message);
    }
  });
});
