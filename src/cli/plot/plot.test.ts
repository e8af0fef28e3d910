import { describe, expect, it } from 'vitest';
import { linePlotFigure } from './line-plot.js';
import { tableHtml } from './page.js';
import { scaleOf } from '../../present/scale.js';
import { formatTable } from '../../present/table.js';
import { duration, short } from '../../present/format.js';

describe('scales', () => {
  it('linear: round ticks that cover the values', () => {
    const { ticks, at, from, to } = scaleOf('linear', [3, 47]);
    expect(ticks.map(({ value }) => value)).toEqual([0, 10, 20, 30, 40, 50]);
    expect([from, to, at(25)]).toEqual([0, 50, 0.5]);
  });

  it('log: powers of ten, and 1, 2, 5 in a short range', () => {
    expect(scaleOf('log', [1e-9, 1]).ticks.map(({ label }) => label)).toEqual(['10⁻⁸', '10⁻⁶', '10⁻⁴', '0.01', '1']);
    expect(scaleOf('log', [1, 30]).ticks.map(({ value }) => value)).toEqual([1, 2, 5, 10, 20]);
    const { at } = scaleOf('log', [1, 100], { from: 1, to: 100 });
    expect([at(1), at(10), at(100), at(0), at(1e9)]).toEqual([0, 0.5, 1, 0, 1]);
  });

  it('stand on their feet without values', () => {
    for (const kind of ['linear', 'log'] as const) {
      for (const values of [[], [5], [0], [NaN, Infinity]]) {
        const { from, to, at } = scaleOf(kind, values);
        expect(to).toBeGreaterThan(from);
        expect(at(5)).toBeGreaterThanOrEqual(0);
      }
    }
  });
});

describe('line plots', () => {
  const axes = { x: { title: 'x', kind: 'log' }, y: { title: 'y', kind: 'log' } } as const;

  it('draw inside their frame, zero too, and escape names', () => {
    const points = [
      { x: 0, y: 1, label: '<b>' },
      { x: 10, y: 0 },
    ];
    const figure = linePlotFigure({ title: 'a < b', ...axes, series: [{ name: '<s>', color: 0, points }] });
    expect(figure).toContain('<figcaption>a &lt; b</figcaption>');
    expect(figure).not.toMatch(/<s>|<b>/);
    expect(figure).not.toMatch(/NaN|Infinity/);
    const [, path] = /<path class="line" d="M([^"]*)"\/><\/g>/.exec(figure)!;
    for (const n of path.split(/[ L]/).map(Number)) expect(n).toBeGreaterThanOrEqual(0);
  });

  it('thin long lines and keep their ends', () => {
    const points = Array.from({ length: 5000 }, (_, k) => ({ x: k + 1, y: 1 }));
    const figure = linePlotFigure({ title: 't', ...axes, series: [{ name: 's', color: 0, points }] });
    const json = /<script type="application\/json">(.*)<\/script>/.exec(figure)![1];
    const [{ points: kept }] = JSON.parse(json) as { points: number[][] }[];
    expect(kept.length).toBe(400);
    expect(kept[399][0]).toBeGreaterThan(520);
  });
});

describe('tables', () => {
  const table = {
    columns: [{ title: 'name' }, { title: 'n', align: 'right' as const }],
    rows: [['a', '1'], null, ['long name', '100']],
  };

  it('are aligned', () => {
    expect(formatTable(table)).toBe('name         n\n---------  ---\na            1\n\nlong name  100\n');
  });

  it('become HTML', () => {
    const html = tableHtml({ ...table, title: 'a & b' });
    expect(html).toContain('<caption>a &amp; b</caption>');
    expect(html).toContain('<tr class="group"><td class="left">long name</td><td class="right">100</td></tr>');
  });
});

it('numbers and durations are short', () => {
  expect([0, 1e-8, 1.234e-9, 0.012345, 123.456, 123456, NaN, Infinity].map((x) => short(x))).toEqual([
    ...['0', '1e-8', '1.2e-9', '0.0123', '123', '1.2e+5', 'NaN', 'inf'],
  ]);
  expect([2e-6, 0.0123, 1.5, 125].map(duration)).toEqual(['2 µs', '12.3 ms', '1.5 s', '2 min 5 s']);
});
