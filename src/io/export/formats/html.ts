import type { RecordingView } from '../../../record/recording.js';
import { backdropStyle } from '../../../record/stage-look.js';
import type { Exporter, Piece } from '../exporter.js';
import { base64Pieces, deflated } from '../packed-text.js';
import { packReplay } from '../replay/pack.js';
import { replayScript } from '../replay/script.js';

const style = `
:root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif; }
body { margin: 0; height: 100vh; display: flex; flex-direction: column; background: light-dark(#f6f8fa, #0e141b); }
canvas { flex: 1; min-height: 0; width: 100%; touch-action: none; cursor: grab; background: ${backdropStyle('light')}; }
@media (prefers-color-scheme: dark) { canvas { background: ${backdropStyle('dark')}; } }
header, footer { display: flex; flex-wrap: wrap; gap: 0.4rem 1rem; align-items: center; padding: 0.5rem 0.8rem; }
h1 { font-size: 1.05rem; margin: 0; }
p { margin: 0; opacity: 0.75; }
#slider { flex: 1; min-width: 8rem; }
#time { font-variant-numeric: tabular-nums; white-space: pre; }
`;

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Letters in one element of the page at most: browsers hold its text in one string, which has a greatest length. */
const mostLetters = 1 << 25;

/** Numbers as text in elements of the page, one after another. */
async function* elements(name: string, pieces: Iterable<Uint8Array>): AsyncGenerator<Piece> {
  const open = `<script type="text/plain" data-part="${name}">`;
  let letters = 0;
  yield open;
  for await (const text of base64Pieces(deflated(pieces))) {
    if (letters > mostLetters) {
      yield `</script>\n${open}`;
      letters = 0;
    }
    letters += text.length;
    yield text;
  }
  yield '</script>\n';
}

async function* page(recording: RecordingView, frames: readonly number[]): AsyncGenerator<Piece> {
  const { head, parts } = packReplay(recording, frames);
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escape(head.name)} - stickslip</title>
<style>${style}</style>
</head>
<body>
<header><h1>${escape(head.name)}</h1><p>${escape(head.description)}</p><span id="message" role="status"></span></header>
<canvas id="view" aria-label="the simulation; drag to turn, shift-drag to shift, wheel to come nearer"></canvas>
<footer>
<button id="play">Pause</button>
<input id="slider" type="range" min="0" max="1" step="any" value="0" aria-label="frame">
<label>speed <select id="speed"><option>0.1<option>0.25<option>0.5<option selected>1<option>2<option>4</select></label>
<label><input id="contacts" type="checkbox"> contacts</label>
<output id="time"></output>
</footer>
<script type="application/json" id="head">${JSON.stringify(head).replace(/</g, '\\u003c')}</script>
`;
  for (const [name, numbers] of Object.entries(parts)) yield* elements(name, numbers());
  yield `<script>${replayScript}</script>\n</body>\n</html>\n`;
}

/** Replays above this many frames a second only cost space. */
const fastest = 60;

/** One page that plays the run, without a server or a network. */
export const htmlExporter: Exporter = {
  name: 'html',
  summary: 'one page that plays the run in a browser, with no server and no network',
  up: 'none',
  *files(recording, { name, frames }) {
    const stride = Math.max(1, Math.round(1 / (fastest * recording.header.frameTime)));
    const shown = frames.filter((_, k) => k % stride === 0 || k === frames.length - 1);
    yield { path: `${name}.html`, pieces: page(recording, shown) };
  },
};
