import { base64 } from '../../io/export/base64.js';
import { encodePng } from '../../io/export/picture/png.js';
import { contactSheet } from '../../io/export/picture/sheet.js';
import { explainRun } from '../../record/explain.js';
import type { RecordingView } from '../../record/recording.js';
import type { RunSummary } from '../../record/summary.js';
import { duration, short } from '../../present/format.js';
import { plotPage, tableHtml } from '../plot/page.js';
import { describeStates, describeStatus } from '../run/describe.js';
import { reportPlots } from './plots.js';

/** Frames of the strip of pictures on top. */
const pictures = 8;

/** The report of a run in one page: pictures, numbers, plots of its statistics over time. */
export async function reportPage(recording: RecordingView): Promise<string> {
  const scene = (recording.header.scene ?? {}) as { name?: string; description?: string };
  const body = [
    await strip(recording),
    `<div class="grid2">${summaryTables(recording)}</div>`,
    explanation(recording),
    `<h2>Over time</h2>\n<div class="grid2">${reportPlots(recording).join('\n')}</div>`,
    `<p class="note">Where there are many steps, the greatest value of a group of them is drawn, of times the mean. Written by ${recording.header.program}.</p>`,
  ];
  return plotPage(scene.name ?? 'run', scene.description ?? '', body.join('\n'));
}

/** Frames from the first to the last, as one picture. */
async function strip(recording: RecordingView): Promise<string> {
  const count = Math.min(pictures, recording.frames);
  if (count === 0) return '';
  const png = await encodePng(contactSheet(recording, count, Math.min(4, count)));
  const last = recording.frame(recording.frames - 1).t;
  const label = `frames from t = 0 to ${short(last, 3)} s`;
  return `<p><img style="width:100%;border-radius:10px" alt="${label}" title="${label}" src="data:image/png;base64,${base64(png)}"></p>`;
}

function summaryTables(recording: RecordingView): string {
  const summary = recording.summary();
  if (!summary) return '<p class="note">The run was not finished: its summary is missing.</p>';
  const left = [
    ['steps', String(summary.steps)],
    ['simulated time', `${short(summary.simulatedSeconds, 4)} s`],
    ['contacts', `${short(summary.contacts.mean, 3)} on average, ${summary.contacts.max} at most`],
    ['degree of constraint', `${short(summary.nuMax, 2)} at most`],
    ['iterations', `${short(summary.iterations.mean, 2)} on average, ${summary.iterations.max} at most`],
    ['of them', describeStates(summary)],
    ['steps by status', describeStatus(summary)],
    ['steps not converged', String(summary.unconverged)],
    ['largest error', short(summary.errorMax)],
    ['deepest penetration', `${short(summary.penetrationMax)} m, ${short(100 * summary.penetrationRelative)} %`],
    ...(summary.warnings ?? []).map((warning) => ['warning', warning]),
    ['energy', `${short(summary.energy.start, 4)} J to ${short(summary.energy.end, 4)} J`],
  ];
  const state = `<p class="note">State at the end: <code style="overflow-wrap:anywhere">${summary.stateHash}</code></p>`;
  return `${table('The run', left)}<div>${table('Where the time went', timeSplit(summary))}${state}</div>`;
}

/** Why steps were repeated, shortened or repaired. */
function explanation(recording: RecordingView): string {
  const summary = recording.summary();
  if (!summary?.decisions) return '';
  const text = explainRun(summary).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<h2>Steps</h2>\n<pre style="overflow-x:auto">${text}</pre>`;
}

function timeSplit({ seconds, wallSeconds }: RunSummary): string[][] {
  const { collision, assembly, solve, bodies } = seconds;
  const rest = Math.max(0, wallSeconds - collision - assembly - solve - bodies);
  const share = (x: number): string => `${Math.round((100 * x) / Math.max(wallSeconds, 1e-9))} %`;
  const rows = Object.entries({ collision, assembly, solve, bodies, 'recording and the rest': rest });
  return [...rows.map(([name, x]) => [name, duration(x), share(x)]), ['all', duration(wallSeconds), '']];
}

function table(title: string, rows: string[][]): string {
  const columns = rows[0].map((_, k) => ({ title: '', ...(k === 2 && { align: 'right' as const }) }));
  return tableHtml({ title, columns, rows });
}
