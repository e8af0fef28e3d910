import type { RunSummary } from '../../record/summary.js';
import { count, duration, short } from '../../present/format.js';

/** A summary for people. */
export function describeSummary(summary: RunSummary): string {
  const { seconds } = summary;
  const total = Math.max(1e-12, seconds.collision + seconds.assembly + seconds.solve + seconds.bodies);
  const share = (x: number): string => `${Math.round((100 * x) / total)} %`;
  const lines = [
    ['scene', summary.scene],
    ['simulated', `${short(summary.simulatedSeconds, 4)} s in ${count(summary.steps, 'step')}`],
    [
      'wall time',
      `${duration(summary.wallSeconds)}, ${duration(summary.wallSeconds / Math.max(1, summary.steps))} a step`,
    ],
    [
      'spent on',
      `collision ${share(seconds.collision)}, assembly ${share(seconds.assembly)}, solve ${share(seconds.solve)}, bodies ${share(seconds.bodies)}`,
    ],
    [
      'contacts',
      `mean ${short(summary.contacts.mean, 3)}, most ${summary.contacts.max}; nu at most ${short(summary.nuMax)}`,
    ],
    ['of them', describeStates(summary)],
    ['iterations', `mean ${short(summary.iterations.mean)}, most ${summary.iterations.max}`],
    ['steps', `${describeStatus(summary)}; largest error ${short(summary.errorMax)}`],
    [
      'penetration',
      `${short(summary.penetrationMax)} m, ${short(100 * summary.penetrationRelative)} % of radius or half thickness`,
    ],
    ['energy', `${short(summary.energy.start, 4)} J to ${short(summary.energy.end, 4)} J`],
    ['state', summary.stateHash],
    // summaries of earlier versions have none
    ...(summary.warnings ?? []).map((warning) => ['WARNING', warning]),
  ];
  return `${lines.map(([title, text]) => `${title.padEnd(14)} ${text}`).join('\n')}\n`;
}

/** Steps by status. */
export function describeStatus({ status, steps }: RunSummary): string {
  const counts = Object.entries(status ?? {}).sort(([, a], [, b]) => b - a);
  if (counts.length === 0) return count(steps, 'step');
  return counts.map(([key, n]) => `${n} ${key} (${short((100 * n) / steps, 3)} %)`).join(', ');
}

/** What contacts did, on average. */
export function describeStates({ contacts }: RunSummary): string {
  if (contacts.open === undefined) return 'not counted by the version that recorded this';
  const [stick, slide, open] = [contacts.sticking, contacts.sliding, contacts.open].map((x) => short(x, 3));
  const touch = contacts.touching === undefined ? '' : `, ${short(contacts.touching.mean, 3)} touch in the end`;
  return `${stick} stick, ${slide} slide, ${open} bear nothing${touch}`;
}
