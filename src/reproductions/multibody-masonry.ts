import { short } from '../present/format.js';
import { registerSolver } from '../friction/registry.js';
import { mcpSolver } from '../friction/solvers/mcp.js';
import { claim } from './claim.js';
import { measureRun } from './measured-run.js';
import type { Reproduced, Reproduction, Surroundings } from './reproduction.js';

/** Which solvers keep masonry standing [Renouf05 8.3]. */
export const multibodyMasonry: Reproduction = {
  name: 'multibody-masonry',
  summary:
    'A small wall and an arch by solver: lemke, mcp, nsgs with the diagonal and the full local matrix, gauss-seidel',
  source: '[Renouf05 8.3]',
  takesSettings: true,
  run,
};

const runs = [
  { name: 'lemke', set: ['solver.name=lemke'], paper: 'handicapped by dependent contacts' },
  { name: 'mcp', set: ['solver.name=mcp'], paper: '' },
  { name: 'mcp, no sweeps', set: ['solver.name=mcp-alone'], paper: 'in trouble: not symmetric with friction' },
  {
    name: 'nsgs, diagonal of W_ii alone',
    set: ['solver.name=nsgs', 'solver.local=duriez06'],
    paper: 'erratic: the full local matrix is needed',
  },
  {
    name: 'nsgs, diagonal in the splitting',
    set: ['solver.name=nsgs', 'solver.local=diagonal'],
    paper: '',
  },
  { name: 'nsgs, full W_ii', set: ['solver.name=nsgs'], paper: 'stable' },
  { name: 'gauss-seidel, exact', set: ['solver.name=gauss-seidel'], paper: 'stable' },
] as const;

interface Row {
  readonly name: string;
  readonly paper: string;
  readonly steps: number;
  readonly unconverged: number;
  readonly error: number;
  /** largest kinetic energy of the second half of the run over weight times height */
  readonly agitation: number;
  /** drop of the crown of the arch (m) */
  readonly drop: number;
  readonly seconds: number;
  readonly broken: string | undefined;
}

async function run(around: Surroundings): Promise<Reproduced> {
  const rows: Row[] = [];
  const forget = registerSolver(mcpSolver('mcp-alone', 'mcp without sweeps', [0]));
  try {
    for (const [k, plan] of runs.entries()) {
      if (around.stopped()) break;
      rows.push(await measure(around, plan, (x) => around.progress(plan.name, (k + x) / runs.length)));
    }
  } finally {
    forget();
  }
  const of = (name: string): Row | undefined => rows.find((row) => row.name === name);
  const exact = of('gauss-seidel, exact');
  const full = of('nsgs, full W_ii');
  const lemke = of('lemke');
  const diagonal = of('nsgs, diagonal of W_ii alone');
  const mcp = of('mcp, no sweeps');
  const text = (row: Row | undefined): string =>
    row ? (row.broken ?? `${row.unconverged} of ${row.steps} not converged, kinetic ${short(row.agitation)} m`) : '';
  return {
    tables: [
      {
        columns: [
          { title: 'solver' },
          ...['unconverged', 'worst error', 'kinetic energy', 'crown drops (m)', 'time a step (s)'].map((title) => ({
            title,
            align: 'right' as const,
          })),
          { title: 'the paper' },
        ],
        rows: rows.map((row) => [
          row.name,
          row.broken === undefined ? `${row.unconverged} of ${row.steps}` : 'broke down',
          short(row.error),
          short(row.agitation),
          short(row.drop),
          short(row.seconds),
          row.paper,
        ]),
      },
    ],
    plots: [],
    remarks: [
      'A wall of three courses and an arch of 9 voussoirs, mu = 0.7, to 1e-6 in the measure relative; sweeps: at most 500 a step. Kinetic energy: largest in the second half, over weight times height (m).',
      'The diagonal alone: step 2 of the explicit solve with W_ii replaced by its diagonal, which is how we read the paper; what couples normal and tangent is lost, and the sweeps arrive at something else. Where the diagonal only splits W_ii, the rest lagging one sweep behind, they arrive at the solution: nothing erratic is seen then.',
      'Judged: Gauss-Seidel with the full W_ii stays at rest, exact or explicit; lemke fails on steps or takes three times as long; the diagonal alone fails.',
    ],
    data: { rows },
    claims: [
      ...[full, exact].map((row, k) =>
        claim(
          `${['nsgs with the full W_ii', 'exact Gauss-Seidel'][k]} keeps wall and arch at rest (kinetic energy below 1e-9 m of weight)`,
          'stable',
          text(row),
          row && row.broken === undefined && row.agitation < 1e-9,
        ),
      ),
      claim(
        'lemke is handicapped: steps fail, or take three times as long as exact Gauss-Seidel',
        'handicapped',
        `${text(lemke)}, ${lemke && exact ? short(lemke.seconds / exact.seconds) : ''} times the time`,
        lemke && exact && (failed(lemke) || lemke.seconds > 3 * exact.seconds),
      ),
      claim(
        'the diagonal of W_ii alone is erratic: steps fail, or move a thousand times as much',
        'erratic',
        text(diagonal),
        diagonal && exact && (failed(diagonal) || diagonal.agitation > 1e3 * exact.agitation),
      ),
      claim(
        'mcp is in trouble: steps fail',
        'in trouble',
        text(mcp),
        mcp && mcp.unconverged > 0,
        'ours is not PATH: it leaves contacts that take off out of its matrix; with sweeps before it solves more (row mcp)',
      ),
    ],
  };
}

/** Whether steps went wrong altogether: an error of a tenth of the velocities involved. */
function failed(row: Row): boolean {
  return row.broken !== undefined || (row.unconverged > 0 && row.error > 0.1);
}

async function measure(
  around: Surroundings,
  { name, set, paper }: (typeof runs)[number],
  share: (done: number) => void,
): Promise<Row> {
  const time = around.quick ? 0.05 : 0.5;
  let agitation = 0;
  let before: number | undefined;
  let crown = 0;
  const measured = await measureRun(
    around,
    {
      scene: 'masonry',
      set: [
        ...set,
        'bodies.0.courses=3',
        'bodies.0.bricks=3',
        'bodies.1.voussoirs=9',
        'bodies.1.innerRadius=0.9',
        'bodies.1.outerRadius=1.1',
        'solver.tolerance=1e-6',
        'solver.restTolerance=1e-6',
        'solver.maxIterations=500',
      ],
      time,
      each: (world, { t, energy }) => {
        const weight = world.bodies.reduce((sum, body) => sum + 9.81 * ('mass' in body ? (body.mass as number) : 0), 0);
        if (t > 0.5 * time) agitation = Math.max(agitation, energy.kinetic / weight);
        const highest = Math.max(...world.bodies.map(({ q }) => q[2]));
        before ??= highest;
        crown = before - highest;
      },
    },
    share,
  );
  return {
    name,
    paper,
    steps: measured.steps,
    unconverged: measured.unconverged,
    error: measured.errorMax,
    agitation,
    drop: Math.abs(crown),
    seconds: measured.step.seconds,
    broken: measured.broken,
  };
}
