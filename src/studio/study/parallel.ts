import { colourAt } from '../../present/colour-ramp.js';
import { short } from '../../present/format.js';
import { element } from '../ui/element.js';
import { clickable, svg } from './svg.js';

/** A column of a table, a value for each run. */
export interface Axis {
  readonly name: string;
  readonly values: readonly number[];
}

/** A line for each run across one axis for each column, coloured by the last. */
export function parallelFigure(columns: readonly Axis[], open: (row: number) => void): HTMLElement {
  const width = Math.max(560, 120 * columns.length);
  const height = 300;
  const [top, bottom, side] = [32, 24, 60];
  const gap = (width - 2 * side) / Math.max(1, columns.length - 1);
  const axes = columns.map(({ name, values }, k) => {
    const finite = values.filter(Number.isFinite);
    const [low, high] = finite.length > 0 ? [Math.min(...finite), Math.max(...finite)] : [0, 1];
    const share = (value: number): number => (high > low ? (value - low) / (high - low) : 0.5);
    return { name, values, low, high, share, x: side + k * gap };
  });
  const y = (share: number): number => height - bottom - share * (height - top - bottom);
  const last = axes[axes.length - 1];
  const title = 'All runs';
  const drawing = svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': title });
  for (let row = 0; row < (columns[0]?.values.length ?? 0); row++) {
    // values without a place (never, not a number) end at the top
    const at = axes.map(({ values, share, x }) => `${x} ${y(Number.isFinite(values[row]) ? share(values[row]) : 1)}`);
    const value = last.values[row];
    const stroke = Number.isFinite(value) ? colourAt(last.share(value)) : 'currentColor';
    const label = axes.map(({ name, values }) => `${name} ${short(values[row], 4)}`).join(', ');
    const line = svg('path', { d: `M${at.join('L')}`, fill: 'none', stroke, 'stroke-width': 2, 'stroke-opacity': 0.8 });
    drawing.append(clickable(line, label, () => open(row)));
  }
  for (const { name, low, high, x } of axes) {
    drawing.append(
      svg('path', { class: 'grid', d: `M${x} ${top}V${height - bottom}` }),
      svg('text', { class: 'axis', x, y: 13, 'text-anchor': 'middle' }, name),
      svg('text', { class: 'tick', x, y: top - 4, 'text-anchor': 'middle' }, short(high)),
      svg('text', { class: 'tick', x, y: height - bottom + 15, 'text-anchor': 'middle' }, short(low)),
    );
  }
  return element('figure', { class: 'study-chart whole' }, element('figcaption', {}, title), drawing);
}
