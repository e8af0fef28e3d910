import { escapeHtml } from '../../plot/html.js';
import { colourAt } from '../../../present/colour-ramp.js';
import { short } from '../../../present/format.js';

/** Values over two parameters, one cell each. */
export interface HeatMap {
  readonly title: string;
  readonly x: { readonly title: string; readonly values: readonly number[] };
  readonly y: { readonly title: string; readonly values: readonly number[] };
  /** value at (x, y); NaN where there is none */
  value(i: number, j: number): number;
}

const width = 560;
const height = 330;
const left = 62;
const right = 80;
const top = 12;
const bottom = 46;

/** The map as an HTML figure with inline SVG. */
export function heatMapFigure({ title, x, y, value }: HeatMap): string {
  const all = x.values.flatMap((_, i) => y.values.map((_, j) => value(i, j))).filter(Number.isFinite);
  const low = Math.min(...all);
  const high = Math.max(...all);
  const share = (v: number): number => (high > low ? (v - low) / (high - low) : 0.5);
  const w = (width - left - right) / x.values.length;
  const h = (height - top - bottom) / y.values.length;
  const cells: string[] = [];
  x.values.forEach((vx, i) => {
    y.values.forEach((vy, j) => {
      const v = value(i, j);
      const fill = Number.isFinite(v) ? colourAt(share(v)) : 'none';
      const tip = `${x.title} ${short(vx, 4)}, ${y.title} ${short(vy, 4)}: ${short(v, 5)}`;
      const place = `x="${left + i * w}" y="${height - bottom - (j + 1) * h}" width="${w + 0.3}" height="${h + 0.3}"`;
      cells.push(`<rect ${place} fill="${fill}"><title>${escapeHtml(tip)}</title></rect>`);
    });
  });
  return `<figure class="plot heat"><figcaption>${escapeHtml(title)}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(title)}">
${cells.join('\n')}
${labels(x, y, w, h)}
${scaleBar(low, high)}
<circle class="hover" r="4.5" cx="-9" cy="-9"/></svg><script type="application/json">[]</script></figure>`;
}

function labels(x: HeatMap['x'], y: HeatMap['y'], w: number, h: number): string {
  const every = (n: number, most: number): number => Math.max(1, Math.ceil(n / most));
  const parts: string[] = [];
  x.values.forEach((v, i) => {
    if (i % every(x.values.length, 8) > 0) return;
    const at = left + (i + 0.5) * w;
    parts.push(`<text class="tick" x="${at}" y="${height - bottom + 16}" text-anchor="middle">${short(v)}</text>`);
  });
  y.values.forEach((v, j) => {
    if (j % every(y.values.length, 8) > 0) return;
    const at = height - bottom - (j + 0.5) * h + 4;
    parts.push(`<text class="tick" x="${left - 7}" y="${at}" text-anchor="end">${short(v)}</text>`);
  });
  const middle = (height - bottom + top) / 2;
  parts.push(
    `<text class="title" x="${(left + width - right) / 2}" y="${height - 8}" text-anchor="middle">${escapeHtml(x.title)}</text>`,
    `<text class="title" transform="translate(14 ${middle}) rotate(-90)" text-anchor="middle">${escapeHtml(y.title)}</text>`,
  );
  return parts.join('\n');
}

function scaleBar(low: number, high: number): string {
  if (!Number.isFinite(low)) return '';
  const x = width - right + 16;
  const steps = 32;
  const h = (height - top - bottom) / steps;
  const bar = Array.from(
    { length: steps },
    (_, k) =>
      `<rect x="${x}" y="${height - bottom - (k + 1) * h}" width="12" height="${h + 0.3}" fill="${colourAt((k + 0.5) / steps)}"/>`,
  );
  const text = (v: number, y: number): string => `<text class="tick" x="${x + 16}" y="${y}">${short(v)}</text>`;
  return [...bar, text(high, top + 8), text(low, height - bottom)].join('\n');
}
