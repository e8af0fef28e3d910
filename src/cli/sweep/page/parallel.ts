import { escapeHtml } from '../../plot/html.js';
import { colourAt } from '../../../present/colour-ramp.js';
import { short } from '../../../present/format.js';

/** A line for each run across one axis for each column; coloured by the last column. */
export function parallelFigure(
  columns: readonly { readonly name: string; readonly values: readonly number[] }[],
): string {
  const width = Math.max(560, 110 * columns.length);
  const height = 330;
  const [top, bottom, side] = [30, 24, 60];
  const gap = (width - 2 * side) / Math.max(1, columns.length - 1);
  const axes = columns.map(({ name, values }, k) => {
    const finite = values.filter(Number.isFinite);
    const low = finite.length > 0 ? Math.min(...finite) : 0;
    const high = finite.length > 0 ? Math.max(...finite) : 1;
    const share = (v: number): number => (high > low ? (v - low) / (high - low) : 0.5);
    return { name, values, low, high, share, x: side + k * gap };
  });
  const y = (share: number): number => height - bottom - share * (height - top - bottom);
  const rows = columns[0]?.values.length ?? 0;
  const last = axes[axes.length - 1];
  const lines = Array.from({ length: rows }, (_, r) => {
    // values without a place (never, not a number) end at the top
    const at = axes.map(
      ({ values, share, x }) => `${x.toFixed(1)} ${y(Number.isFinite(values[r]) ? share(values[r]) : 1).toFixed(1)}`,
    );
    const v = last.values[r];
    const tip = axes.map(({ name, values }) => `${name} ${short(values[r], 4)}`).join(', ');
    const colour = Number.isFinite(v) ? colourAt(last.share(v)) : 'var(--soft)';
    return `<path fill="none" stroke="${colour}" stroke-opacity=".75" stroke-width="1.5" d="M${at.join('L')}"><title>${escapeHtml(tip)}</title></path>`;
  });
  const frames = axes.map(
    ({ name, low, high, x }) =>
      `<path class="axis" d="M${x} ${top}V${height - bottom}"/>` +
      `<text class="title" x="${x}" y="14" text-anchor="middle">${escapeHtml(name)}</text>` +
      `<text class="tick" x="${x}" y="${top - 3}" text-anchor="middle">${short(high)}</text>` +
      `<text class="tick" x="${x}" y="${height - bottom + 14}" text-anchor="middle">${short(low)}</text>`,
  );
  return `<figure class="plot" style="grid-column:1/-1"><figcaption>All runs</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="all runs in parallel coordinates">
${lines.join('\n')}
${frames.join('\n')}
<circle class="hover" r="4.5" cx="-9" cy="-9"/></svg><script type="application/json">[]</script></figure>`;
}
