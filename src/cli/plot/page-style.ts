const light = [
  '#2563c9',
  '#d9480f',
  '#2b8a3e',
  '#9c36b5',
  '#c92a5b',
  '#0b7285',
  '#b87503',
  '#5f6670',
  '#6741d9',
  '#7a4a12',
];
const dark = [
  '#7fb0ff',
  '#ff9f5a',
  '#6fdc8c',
  '#e08bf5',
  '#ff8fb1',
  '#4fd3e6',
  '#f2c14e',
  '#aab2bd',
  '#b197fc',
  '#d9a066',
];

const variables = (colors: readonly string[]): string => colors.map((color, k) => `--c${k}:${color}`).join(';');
const classes = light.map((_, k) => `.c${k}{--c:var(--c${k})}`).join('');

/** Style of pages with plots. */
export const pageStyle = `
:root{--bg:#fbfbfa;--card:#fff;--ink:#1c1e21;--soft:#5b626c;--grid:#e7e8ea;--edge:#d5d8dc;--good:#1f7a38;--bad:#b3261e;${variables(light)}}
@media (prefers-color-scheme:dark){:root{--bg:#14161a;--card:#1c1f25;--ink:#e8eaed;--soft:#9aa3ae;--grid:#2b3038;--edge:#3a404a;--good:#6fdc8c;--bad:#ff8a80;${variables(dark)}}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:1240px;margin:0 auto;padding:28px 20px 60px}
h1{font-size:26px;margin:0 0 4px;font-weight:650;letter-spacing:-.01em}
h2{font-size:18px;margin:38px 0 10px;font-weight:620}
h3{font-size:15px;margin:26px 0 8px;font-weight:600}
h3 small{font-weight:400;color:var(--soft);margin-left:8px}
header p,p.note{color:var(--soft);margin:0 0 8px;max-width:90ch}
.grid2+p.note{margin-top:12px}
.grid2{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(430px,100%),1fr));gap:16px}
.plot{margin:0;background:var(--card);border:1px solid var(--edge);border-radius:10px;padding:12px 12px 8px}
.plot figcaption{font-weight:600;font-size:14px;padding:0 2px 4px}
.plot>svg{display:block;width:100%;height:auto;touch-action:pan-y}
svg text{font:11.5px system-ui,sans-serif;fill:var(--soft)}
svg .title{font-size:12px;fill:var(--ink)}
.grid{stroke:var(--grid);fill:none}
.axis{stroke:var(--soft);fill:none}
.level{stroke:var(--soft);stroke-dasharray:5 4;fill:none}
.line{stroke:var(--c);stroke-width:2;fill:none;stroke-linejoin:round}
.dashed .line,.line.dashed{stroke-dasharray:6 4}
.dot{fill:var(--c)}
.cross{stroke:var(--c);stroke-width:2;fill:none}
.hover{fill:none;stroke:var(--ink);stroke-width:1.5;pointer-events:none}
.off{display:none}
${classes}
.legend{display:flex;flex-wrap:wrap;gap:4px 6px;padding:4px 0}
.legend button{display:inline-flex;align-items:center;gap:6px;border:1px solid var(--edge);background:var(--card);color:var(--ink);border-radius:999px;padding:2px 10px 2px 8px;font:13px system-ui,sans-serif;cursor:pointer}
.legend button[aria-pressed=false]{opacity:.4}
.legend svg{width:22px;height:10px}
.sticky{position:sticky;top:0;background:var(--bg);padding:8px 0;z-index:1;border-bottom:1px solid var(--grid)}
.scroll{overflow-x:auto;background:var(--card);border:1px solid var(--edge);border-radius:10px}
table{border-collapse:collapse;width:100%;font-size:13.5px;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding:10px 12px 4px}
th,td{padding:5px 12px;text-align:left;white-space:nowrap}
th{font-weight:600;color:var(--soft);border-bottom:1px solid var(--edge)}
tr.group td{border-top:1px solid var(--grid)}
.right{text-align:right}
.good{color:var(--good)}
.bad{color:var(--bad)}
.best{font-weight:700}
#tip{position:fixed;left:0;top:0;pointer-events:none;opacity:0;background:var(--ink);color:var(--bg);border-radius:6px;padding:5px 9px;font-size:12.5px;line-height:1.35;max-width:320px;z-index:2;transition:opacity .08s}
#tip b{display:block}
`;
