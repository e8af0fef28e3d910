import { element, icon, iconButton, type IconName } from './element.js';

/** Keys, and the buttons that do the same: fingers find no words over them. */
const keys: readonly (readonly [string, string, IconName?])[] = [
  ['Space', 'play or pause', 'play'],
  ['→  ←', 'one step forward, one step back', 'step'],
  ['R', 'back to the beginning', 'reset'],
  ['S', 'keep a snapshot', 'mark'],
  ['C', 'contacts on and off', 'contacts'],
  ['K', 'friction cones on and off', 'cone'],
  ['W', 'trails behind bodies on and off', 'trail'],
  ['H', 'horizon, gravity and the angle of slopes', 'plumb'],
  ['U', 'colours of speed, of slip at contacts, of the scene', 'tint'],
  ['F', 'fit the scene into the view', 'frame'],
  ['L', 'copy a link to this scene and view', 'link'],
  ['Y', 'compare side by side', 'split'],
  ['B', 'build: in that mode M moves, Q turns, E scales, N snaps, D duplicates, J joins, Del deletes'],
  ['Shift+arrows', 'turn the view; + and − zoom'],
  ['.  ,', 'the next contact, the one before: what a click on it shows'],
  ['V', 'view from the front, the side, above, and askew', 'cube'],
  ['G', 'full screen', 'full'],
  ['X', 'presenter mode: the scene alone', 'present'],
  ['O', 'again and again', 'loop'],
  ['Ctrl+Z', 'take the last change back; with Shift: do it again', 'undo'],
  ['P', 'pin or pull', 'pin'],
  ['I', 'picture of the view', 'camera'],
  ['T', 'light or dark', 'sun'],
  ['?', 'this help', 'help'],
];

const hands: readonly (readonly [string, string])[] = [
  ['Drag a body', 'pulls it: fibers, solids, cloth; the wheel brings it nearer meanwhile, or takes it away'],
  ['Drag beside it', 'turns the view; two fingers or the right button move it; the wheel zooms'],
  ['Double-click a body', 'pins it there; double-click the pin to let go'],
  ['Click a contact', 'shows W, b, r, u, its residual and its state'],
  ['Drop a file', 'a scene, a recording, a model (.obj), hair (.hair), or a contact problem'],
];

const words: readonly (readonly [string, string])[] = [
  ['μ', 'friction coefficient: the largest friction force over the pressing force; the opening of the cone'],
  ['r', 'impulse of a contact in a step: r_N presses, r_T rubs; it lies in the cone |r_T| ≤ μ r_N'],
  ['u', 'relative velocity of the two bodies at a contact after the step: u_N apart, u_T along the surface'],
  ['W', 'Delassus operator: how much impulses at the contacts change the velocities there; u = W r + b'],
  ['ν', 'degree of constraint: three times the contacts over the degrees of freedom; above 1 forces are not unique'],
  ['error', 'how far the step is from the law of friction; the tolerance is what it is solved to'],
];

/** The help overlay. */
export function helpOverlay(): HTMLDialogElement {
  const dialog = element('dialog', { class: 'help', 'aria-label': 'help' });
  const list = (rows: readonly (readonly [string, string, IconName?])[], tag: 'kbd' | 'b'): HTMLElement =>
    element(
      'dl',
      { class: tag === 'kbd' ? 'keys' : 'words' },
      ...rows.flatMap(([key, text, drawn]) => [
        element('dt', {}, element(tag, {}, key), drawn && icon(drawn)),
        element('dd', {}, text),
      ]),
    );
  dialog.append(
    element(
      'header',
      {},
      element('h2', {}, 'How to use the studio'),
      iconButton('close', 'close (Esc)', () => dialog.close()),
    ),
    element('h3', {}, 'With the mouse or a finger'),
    list(hands, 'b'),
    element('h3', {}, 'Keys and buttons'),
    list(keys, 'kbd'),
    element('h3', {}, 'Words'),
    list(words, 'b'),
    element('h3', {}, 'Colours'),
    element(
      'p',
      { class: 'legend' },
      element('span', { class: 'dot stick' }),
      'sticks: does not move. ',
      element('span', { class: 'dot slide' }),
      'slides: friction is at its limit, opposite to the motion. ',
      element('span', { class: 'dot takeOff' }),
      'takes off: no force.',
    ),
    element(
      'p',
      {},
      'Arrows are contact forces. Exact friction means that each force lies in its cone of opening μ, sticking contacts ' +
        'are at rest to the last digits, and sliding ones are opposed by exactly μ times the normal force.',
    ),
    element(
      'p',
      {},
      'Licences of what is inside: ',
      element('a', { href: 'notices.txt' }, 'three.js, uPlot, zod'),
      ', ',
      element('a', { href: 'notices-hdf5.txt' }, 'h5wasm, HDF5'),
      '.',
    ),
  );
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  return dialog;
}
