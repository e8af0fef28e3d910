import type { RunSummary } from './summary.js';

/** What each decision means, in the order they are listed. */
const meanings: readonly (readonly [decision: string, meaning: string])[] = [
  ['accept: within what is allowed', 'taken as solved: no overlap deeper than the scene allows'],
  ['accept: overlap at the end', 'taken with an overlap deeper than allowed: the scene has switched repair off'],
  ['accept: overlap too deep, no shorter step', 'taken with a deep overlap: no shorter step, repair switched off'],
  ['repair: overlap at the end', 'taken, then bodies moved apart that overlapped more than the scene allows'],
  [
    'repair: overlap too deep, no shorter step',
    'taken and repaired although the overlap is deep: the step cannot be halved (step.shortest)',
  ],
  ['solve-again: overlap at the end', 'solved again with contacts that were found at the end of the step'],
  ['fall-back: not better', 'went back to the solution before: the new contacts made the overlap no shallower'],
  [
    'fall-back: energy from nowhere',
    'went back to the solution before: pushing apart what had turned into each other took more energy than there was',
  ],
  ['fall-back: not solved', 'went back to the solution before: with the new contacts it did not converge'],
  [
    'fall-back: implicit step of a rod',
    'a rod below theta 1 took an implicit step, which loses energy: it turns too far in one',
  ],
  [
    'fall-back: implicit step of an impact',
    'solids hit each other below theta 1: the step of the world was an implicit one, which stops them where they touch',
  ],
  ['shorten: too fast', 'halved: a contact would travel farther than the scene allows (step.travel)'],
  ['shorten: not solved', 'halved: the contacts could not be solved to the tolerance'],
  ['shorten: overlap too deep', 'halved: bodies would overlap more than can be repaired'],
  ['shorten: implicit step of a rod', 'halved: a rod below theta 1 turns too far for a step that keeps its energy'],
];

const statusMeanings: Readonly<Record<string, string>> = {
  converged: 'met the tolerance',
  stopped: 'stopped after the number of iterations that the scene asks for',
  maxIterations: 'reached the limit of iterations before the tolerance',
  stalled: 'made no more progress before the tolerance',
  noSolution: 'has a contact that approaches although nothing it touches can move',
  diverged: 'left what can be computed',
};

/** Why the steps of a run were taken as they were: how they ended, and how often each decision was made. */
export function explainRun({ steps, status, decisions }: RunSummary): string {
  const share = (count: number): string => `${((100 * count) / Math.max(1, steps)).toFixed(1)} %`.padStart(8);
  const line = (count: number, text: string): string => `${String(count).padStart(8)} ${share(count)}  ${text}`;
  const known = new Map(meanings);
  const order = (key: string): number => (known.has(key) ? [...known.keys()].indexOf(key) : known.size);
  const counts = Object.entries(decisions ?? {}).sort(([a], [b]) => order(a) - order(b));
  return [
    `${steps} steps; how they ended:`,
    ...Object.entries(status ?? {}).map(([key, count]) => line(count, `${key}: ${statusMeanings[key] ?? ''}`)),
    'what was decided on the way (shares of the steps taken; a step may be halved or solved again several times):',
    ...counts.map(([key, count]) => line(count, `${key.padEnd(42)} ${known.get(key) ?? ''}`.trimEnd())),
    '',
  ].join('\n');
}
