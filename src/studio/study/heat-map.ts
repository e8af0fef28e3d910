import { colourAt } from '../../present/colour-ramp.js';
import { short } from '../../present/format.js';
import { element } from '../ui/element.js';
import { size } from './chart.js';
import { clickable, svg } from './svg.js';

/** Values over two parameters. */
export interface HeatMap {
  readonly title: string;
  readonly x: { readonly title: string; readonly values: readonly number[] };
  readonly y: { readonly title: string; readonly values: readonly number[] };
  /** undefined where there is no run */
  cell(i: number, j: number): { readonly value: number; readonly open: () => void } | undefined;
}

/** Room for the scale beside the map. */
const bar = 66;

/** The map as a figure, a cell for each run. */
export function heatFigure({ title, x, y, cell }: HeatMap): HTMLElement {
  const { width, height, left, top, bottom } = size;
  const cells = x.values.flatMap((_, i) => y.values.map((_, j) => ({ i, j, own: cell(i, j) })));
  const values = cells.flatMap(({ own }) => (own && Number.isFinite(own.value) ? [own.value] : []));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const share = (value: number): number => (high > low ? (value - low) / (high - low) : 0.5);
  const w = (width - left - bar) / x.values.length;
  const h = (height - top - bottom) / y.values.length;
  const drawing = svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': title });
  for (const { i, j, own } of cells) {
    if (!own) continue;
    const fill = Number.isFinite(own.value) ? colourAt(share(own.value)) : 'none';
    const place = { x: left + i * w, y: height - bottom - (j + 1) * h, width: w + 0.3, height: h + 0.3 };
    const label = `${x.title} ${short(x.values[i], 4)}, ${y.title} ${short(y.values[j], 4)}: ${short(own.value, 5)}`;
    drawing.append(clickable(svg('rect', { ...place, fill }), label, own.open));
  }
  drawing.append(...labels(x, y, w, h));
  if (values.length > 0) drawing.append(...scale(low, high));
  return element('figure', { class: 'study-chart' }, element('figcaption', {}, title), drawing);
}

function labels(x: HeatMap['x'], y: HeatMap['y'], w: number, h: number): SVGElement[] {
  const { width, height, left, top, bottom } = size;
  const every = (n: number): number => Math.max(1, Math.ceil(n / 8));
  const parts: SVGElement[] = [];
  x.values.forEach((value, i) => {
    if (i % every(x.values.length) > 0) return;
    const at = left + (i + 0.5) * w;
    parts.push(svg('text', { class: 'tick', x: at, y: height - bottom + 15, 'text-anchor': 'middle' }, short(value)));
  });
  y.values.forEach((value, j) => {
    if (j % every(y.values.length) > 0) return;
    const at = height - bottom - (j + 0.5) * h + 4;
    parts.push(svg('text', { class: 'tick', x: left - 6, y: at, 'text-anchor': 'end' }, short(value)));
  });
  const middle = (height - bottom + top) / 2;
  parts.push(
    svg('text', { class: 'axis', x: (left + width - bar) / 2, y: height - 8, 'text-anchor': 'middle' }, x.title),
    svg('text', { class: 'axis', transform: `translate(13 ${middle}) rotate(-90)`, 'text-anchor': 'middle' }, y.title),
  );
  return parts;
}

function scale(low: number, high: number): SVGElement[] {
  const { width, height, top, bottom } = size;
  const steps = 32;
  const x = width - bar + 14;
  const h = (height - top - bottom) / steps;
  const parts: SVGElement[] = Array.from({ length: steps }, (_, k) => {
    const y = height - bottom - (k + 1) * h;
    return svg('rect', { x, y, width: 12, height: h + 0.3, fill: colourAt((k + 0.5) / steps) });
  });
  const text = (value: number, y: number): SVGElement => svg('text', { class: 'tick', x: x + 16, y }, short(value));
  return [...parts, text(high, top + 9), text(low, height - bottom)];
}
