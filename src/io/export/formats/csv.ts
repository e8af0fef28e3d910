import { statusNumbers, stepColumns } from '../../../record/step-columns.js';
import type { RecordingView } from '../../../record/recording.js';
import type { Exporter } from '../exporter.js';

const status = stepColumns.indexOf('status');

function* lines(recording: RecordingView): Generator<string> {
  yield `${stepColumns.join(',')}\n`;
  for (const row of recording.steps()) {
    yield `${Array.from(row, (x, k) => (k === status ? (statusNumbers[x] ?? x) : x)).join(',')}\n`;
  }
}

/** Statistics of every step as a table. */
export const csvExporter: Exporter = {
  name: 'csv',
  summary: 'statistics of every step, a row each',
  up: 'none',
  *files(recording, { name }) {
    yield { path: `${name}.csv`, pieces: lines(recording) };
  },
};
