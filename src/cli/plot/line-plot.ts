import { embedJson, escapeHtml } from './html.js';
import type { LinePlot, PlotPoint, PlotSeries } from '../../present/line-plot.js';
import type { Scale } from '../../present/scale.js';
import { scaleOf } from '../../present/scale.js';

const width = 560;
const height = 330;
const left = 62;
const right = 14;
const top = 12;
const bottom = 46;

/** More points than this on a line are thinned: they would fall on the same pixels. */
const mostPoints = 400;

/** Colours of the palette; further series use them again with dashes. */
export const paletteSize = 10;

/** A plot as an HTML figure with inline SVG; needs the style and the script of `plotPage`. */
export function linePlotFigure(plot: LinePlot): string {
  const all = plot.series.flatMap((line) => line.points);
  const levels = plot.level ? [plot.level.value] : [];
  const x = scaleOf(
    plot.x.kind,
    all.map((point) => point.x),
    plot.x,
  );
  const y = scaleOf(plot.y.kind, [...all.map((point) => point.y), ...levels], plot.y);
  const px = (value: number): number => round(left + x.at(value) * (width - left - right));
  const py = (value: number): number => round(height - bottom - y.at(value) * (height - top - bottom));
  const lines = plot.series.map((line) => ({ ...line, points: thinned(line.points) }));
  const body = [
    grid(x, y, px, py),
    plot.level ? levelLine(plot.level, py) : '',
    ...lines.map((line) => drawSeries(line, px, py)),
    `<circle class="hover" r="4.5" cx="-9" cy="-9"/>`,
  ];
  const data = lines.map((line) => ({
    name: line.name,
    color: line.color,
    points: line.points.map((point) => [px(point.x), py(point.y), point.label ?? '']),
  }));
  return `<figure class="plot">
<figcaption>${escapeHtml(plot.title)}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(plot.title)}">
${axisTitles(plot)}
${body.join('\n')}
</svg>
${plot.legend === false ? '' : legendHtml(plot.series)}
<script type="application/json">${embedJson(data)}</script>
</figure>`;
}

/** A list of lines with their colours, each a switch. */
export function legendHtml(series: readonly { name: string; color: number }[]): string {
  const entries = series.map(({ name, color }) => {
    const line = `<svg viewBox="0 0 22 10"><path class="line c${color % paletteSize}${dash(color)}" d="M1 5H21"/></svg>`;
    return `<button type="button" data-color="${color}" aria-pressed="true">${line}${escapeHtml(name)}</button>`;
  });
  return `<div class="legend">${entries.join('')}</div>`;
}

const round = (x: number): number => Math.round(100 * x) / 100;
const dash = (color: number): string => (color >= paletteSize ? ' dashed' : '');

/** At most `mostPoints`, the first and the last always kept. */
function thinned(points: readonly PlotPoint[]): readonly PlotPoint[] {
  if (points.length <= mostPoints) return points;
  return Array.from({ length: mostPoints }, (_, k) => points[Math.round((k * (points.length - 1)) / (mostPoints - 1))]);
}

function grid(x: Scale, y: Scale, px: (v: number) => number, py: (v: number) => number): string {
  const vertical = x.ticks.map(
    ({ value, label }) =>
      `<path class="grid" d="M${px(value)} ${top}V${height - bottom}"/>` +
      `<text class="tick" x="${px(value)}" y="${height - bottom + 16}" text-anchor="middle">${label}</text>`,
  );
  const horizontal = y.ticks.map(
    ({ value, label }) =>
      `<path class="grid" d="M${left} ${py(value)}H${width - right}"/>` +
      `<text class="tick" x="${left - 7}" y="${py(value) + 4}" text-anchor="end">${label}</text>`,
  );
  return [
    ...vertical,
    ...horizontal,
    `<path class="axis" d="M${left} ${top}V${height - bottom}H${width - right}"/>`,
  ].join('\n');
}

function axisTitles(plot: LinePlot): string {
  const middle = (height - bottom + top) / 2;
  return (
    `<text class="title" x="${(left + width - right) / 2}" y="${height - 8}" text-anchor="middle">${escapeHtml(plot.x.title)}</text>` +
    `<text class="title" transform="translate(14 ${middle}) rotate(-90)" text-anchor="middle">${escapeHtml(plot.y.title)}</text>`
  );
}

function levelLine(level: { value: number; label: string }, py: (v: number) => number): string {
  const at = py(level.value);
  return (
    `<path class="level" d="M${left} ${at}H${width - right}"/>` +
    `<text class="tick" x="${left + 6}" y="${at - 5}">${escapeHtml(level.label)}</text>`
  );
}

function drawSeries(line: PlotSeries, px: (v: number) => number, py: (v: number) => number): string {
  if (line.points.length === 0) return '';
  const look = `c${line.color % paletteSize}${dash(line.color)}`;
  let path = '';
  line.points.forEach((point, k) => {
    const [x, y] = [px(point.x), py(point.y)];
    path += k === 0 ? `M${x} ${y}` : line.steps ? `H${x}V${y}` : `L${x} ${y}`;
  });
  const drawn = line.joined === false ? '' : `<path class="line" d="${path}"/>`;
  const last = line.points[line.points.length - 1];
  const [x, y] = [px(last.x), py(last.y)];
  let marks = '';
  if (line.marks)
    marks = line.points.map((point) => `<circle class="dot" cx="${px(point.x)}" cy="${py(point.y)}" r="3"/>`).join('');
  if (line.end === 'dot') marks += `<circle class="dot" cx="${x}" cy="${y}" r="3.5"/>`;
  if (line.end === 'cross') marks += `<path class="cross" d="M${x - 4} ${y - 4}l8 8m0-8l-8 8"/>`;
  return `<g class="series ${look}" data-color="${line.color}">${drawn}${marks}</g>`;
}
