import { type Scale, scaleOf } from '../../present/scale.js';
import { element } from '../ui/element.js';
import { clickable, svg } from './svg.js';

/** A point of a chart; `open`: what a click on it does. */
export interface ChartPoint {
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly open?: () => void;
}

/** Points of one colour. */
export interface ChartLine {
  readonly name: string;
  readonly colour: string;
  readonly points: readonly ChartPoint[];
  /** Defaults: joined, with a mark at each */
  readonly joined?: boolean;
  readonly marked?: boolean;
}

/** Values over a number. */
export interface Chart {
  readonly title: string;
  readonly x: { readonly title: string; readonly log?: boolean };
  readonly y: { readonly title: string };
  readonly lines: readonly ChartLine[];
}

export const size = { width: 520, height: 300, left: 62, right: 16, top: 12, bottom: 44 };

/** Names in the legend at most. */
const mostNames = 12;

/** The chart as a figure. */
export function chartFigure({ title, x, y, lines }: Chart): HTMLElement {
  const { width, height, left, right, top, bottom } = size;
  const all = lines.flatMap(({ points }) => points).filter(isDrawn);
  const across = scaleOf(
    x.log ? 'log' : 'linear',
    all.map((point) => point.x),
  );
  const up = scaleOf(
    'linear',
    all.map((point) => point.y),
  );
  const px = (value: number): number => left + across.at(value) * (width - left - right);
  const py = (value: number): number => height - bottom - up.at(value) * (height - top - bottom);
  const drawing = svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': title });
  drawing.append(...axes(across, up, px, py, x.title, y.title));
  for (const { colour, points, joined = true, marked = true } of lines) {
    const drawn = points.filter(isDrawn);
    if (joined && drawn.length > 1) {
      const d = drawn.map((point) => `${px(point.x).toFixed(1)} ${py(point.y).toFixed(1)}`).join('L');
      drawing.append(svg('path', { d: `M${d}`, fill: 'none', stroke: colour, 'stroke-width': 1.6 }));
    }
    if (!marked) continue;
    for (const { x: vx, y: vy, label, open } of drawn) {
      const mark = svg('circle', { cx: px(vx).toFixed(1), cy: py(vy).toFixed(1), r: 4, fill: colour });
      drawing.append(clickable(mark, label, open));
    }
  }
  const named = lines.length > 1 ? lines.slice(0, mostNames) : [];
  const swatch = (colour: string): SVGElement =>
    svg(
      'svg',
      { viewBox: '0 0 10 10', class: 'swatch', 'aria-hidden': 'true' },
      svg('circle', { cx: 5, cy: 5, r: 4, fill: colour }),
    );
  const legend = named.map(({ name, colour }) => element('span', {}, swatch(colour), name));
  return element(
    'figure',
    { class: 'study-chart' },
    element('figcaption', {}, title),
    drawing,
    legend.length > 0 && element('div', { class: 'legend' }, ...legend),
  );
}

const isDrawn = ({ x, y }: ChartPoint): boolean => Number.isFinite(x) && Number.isFinite(y);

function axes(
  across: Scale,
  up: Scale,
  px: (value: number) => number,
  py: (value: number) => number,
  xTitle: string,
  yTitle: string,
): SVGElement[] {
  const { width, height, left, right, top, bottom } = size;
  const parts: SVGElement[] = [];
  for (const { value, label } of across.ticks) {
    parts.push(svg('path', { class: 'grid', d: `M${px(value)} ${top}V${height - bottom}` }));
    parts.push(svg('text', { class: 'tick', x: px(value), y: height - bottom + 15, 'text-anchor': 'middle' }, label));
  }
  for (const { value, label } of up.ticks) {
    parts.push(svg('path', { class: 'grid', d: `M${left} ${py(value)}H${width - right}` }));
    parts.push(svg('text', { class: 'tick', x: left - 6, y: py(value) + 4, 'text-anchor': 'end' }, label));
  }
  const middle = (height - bottom + top) / 2;
  parts.push(
    svg('text', { class: 'axis', x: (left + width - right) / 2, y: height - 8, 'text-anchor': 'middle' }, xTitle),
    svg('text', { class: 'axis', transform: `translate(13 ${middle}) rotate(-90)`, 'text-anchor': 'middle' }, yTitle),
  );
  return parts;
}
