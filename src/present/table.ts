/** A column of a table. */
export interface Column {
  readonly title: string;
  /** numbers stand right, words left. Default: left */
  readonly align?: 'left' | 'right';
}

/** A table: every row has a text for each column; `null` leaves a line empty. */
export interface Table {
  readonly title?: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[] | null)[];
}

/** The table as aligned text, ending in a newline. */
export function formatTable(table: Table): string {
  const { columns, rows, title } = table;
  const widths = columns.map((column, k) => Math.max(column.title.length, ...rows.map((row) => row?.[k].length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, k) => (columns[k].align === 'right' ? cell.padStart(widths[k]) : cell.padEnd(widths[k])))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  const lines = [line(columns.map((column) => column.title)), rule, ...rows.map((row) => (row ? line(row) : ''))];
  return `${title ? `${title}\n\n` : ''}${lines.join('\n')}\n`;
}
