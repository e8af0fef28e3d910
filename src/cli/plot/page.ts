import { escapeHtml } from './html.js';
import { pageScript } from './page-script.js';
import { pageStyle } from './page-style.js';
import type { Table } from '../../present/table.js';

/** A whole HTML page that needs nothing but itself: style and script are inline, light and dark follow the reader. */
export function plotPage(title: string, lead: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<header><h1>${escapeHtml(title)}</h1><p>${escapeHtml(lead)}</p></header>
${body}
</main>
<div id="tip" role="status"></div>
<script>${pageScript}</script>
</body>
</html>
`;
}

/** A table as HTML; `looks` gives the class of a cell. */
export function tableHtml(table: Table, looks?: (row: number, column: number) => string | undefined): string {
  const head = table.columns.map(({ title, align }) => `<th class="${align ?? 'left'}">${escapeHtml(title)}</th>`);
  const rows = table.rows.flatMap((row, i) => {
    if (!row) return [];
    const cells = row.map((cell, k) => {
      const look = [table.columns[k].align ?? 'left', looks?.(i, k)].filter(Boolean).join(' ');
      return `<td class="${look}">${escapeHtml(cell)}</td>`;
    });
    const first = i > 0 && table.rows[i - 1] === null ? ' class="group"' : '';
    return [`<tr${first}>${cells.join('')}</tr>`];
  });
  const caption = table.title ? `<caption>${escapeHtml(table.title)}</caption>` : '';
  const titles = table.columns.some(({ title }) => title !== '') ? `<thead><tr>${head.join('')}</tr></thead>` : '';
  return `<div class="scroll"><table>${caption}${titles}<tbody>\n${rows.join('\n')}\n</tbody></table></div>`;
}
