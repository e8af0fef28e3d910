type Attributes = Readonly<Record<string, string | number | boolean | undefined | ((event: never) => void)>>;
type Child = Node | string | undefined | false;

/**
 * An element with attributes, listeners (`onclick`) and children.
 *
 * @example
 * ```ts
 * element('button', { class: 'plain', onclick: () => play() }, 'Play');
 * ```
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') made.addEventListener(name.slice(2), value as EventListener);
    else if (value === true) made.setAttribute(name, '');
    else made.setAttribute(name, String(value));
  }
  made.append(...children.filter((child): child is Node | string => child !== undefined && child !== false));
  return made;
}

/** Paths of the icons, drawn in a box of 24 x 24. */
const icons = {
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z',
  step: 'M6 5v14l9-7zM16.5 5H19v14h-2.5z',
  back: 'M18 5v14l-9-7zM5 5h2.5v14H5z',
  reset: 'M12 5V1.8L6.8 6.5 12 11V7.5a5.2 5.2 0 1 1-5.2 5.2H4.3A7.7 7.7 0 1 0 12 5z',
  sun: 'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2H1zM19 11h4v2h-4zM4.9 3.5l2.8 2.8-1.4 1.4-2.8-2.8zM17.7 16.3l2.8 2.8-1.4 1.4-2.8-2.8zM19.1 3.5l1.4 1.4-2.8 2.8-1.4-1.4zM6.3 16.3l1.4 1.4-2.8 2.8-1.4-1.4z',
  help: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm1 17h-2v-2h2zm2-7.6-.9.9c-.7.7-1.1 1.4-1.1 2.7h-2v-.5c0-1 .4-2 1.1-2.7l1.2-1.3c.4-.3.6-.8.6-1.4a1.9 1.9 0 0 0-3.8 0H8.1a3.9 3.9 0 1 1 6.9 2.3z',
  camera:
    'M9 4 7.5 6H4a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2h-3.5L15 4zm3 5a4 4 0 1 1 0 8 4 4 0 0 1 0-8z',
  link: 'M10.6 13.4a1 1 0 0 1-1.4 1.4 5 5 0 0 1 0-7l3.5-3.6a5 5 0 0 1 7.1 7.1l-1.5 1.5a6 6 0 0 0-.4-2.4l.5-.5a3 3 0 1 0-4.3-4.3l-3.5 3.5a3 3 0 0 0 0 4.3zm2.8-4.2a1 1 0 0 1 1.4 0 5 5 0 0 1 0 7l-3.5 3.6a5 5 0 0 1-7.1-7.1l1.5-1.5c0 .8.1 1.6.4 2.4l-.5.5a3 3 0 1 0 4.3 4.3l3.5-3.5a3 3 0 0 0 0-4.3 1 1 0 0 1 0-1.4z',
  download: 'M11 3h2v9l3.5-3.5 1.4 1.4L12 15.8 6.1 9.9l1.4-1.4L11 12zM4 18h16v2.5H4z',
  frame: 'M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z',
  split: 'M3 4h8v16H3zM13 4h8v16h-8zM5 6v12h4V6z',
  panel: 'M3 4h18v16H3zm2 2v12h9V6zm11 0v12h3V6z',
  close: 'M5 6.4 6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6z',
  contacts: 'M12 13.2 8 20H6l5-8.6V4h2v7.4L18 20h-2zM12 2l3.4 4.5H8.6zM4 21h16v1.8H4z',
  cone: 'M12 21 4.5 7.8h15zM12 2.5c4.6 0 8 1.5 8 3.4S16.600 9 12 9 4 7.800 4 5.900s3.400-3.400 8-3.400z',
  pin: 'M15.500 2 22 8.500l-1.500 1.500-1-.2-3.800 3.800.3 3.900-1.500 1.500-4.200-4.200L4.500 20.600 3 21l.400-1.500 5.800-5.800L5 9.500 6.500 8l3.900.3 3.800-3.800-.2-1z',
  open: 'M3 5a1 1 0 0 1 1-1h5l2 2.500h8a1 1 0 0 1 1 1V10H8.200L5.500 18H4a1 1 0 0 1-1-1zM9.500 12H23l-3 8H6.800z',
  full: 'M4 4h7v2.500H8.300L11 9.200 9.200 11 6.500 8.300V11H4zM13 4h7v7h-2.500V8.300L14.800 11 13 9.200l2.700-2.700H13zM4 13h2.500v2.700L9.200 13l1.800 1.800-2.700 2.700H11V20H4zM17.500 13H20v7h-7v-2.500h2.700L13 14.800l1.800-1.800 2.700 2.700z',
  cube: 'M12 2 3 6.800v10.400L12 22l9-4.800V6.800zm0 2.600L17.600 7.500 12 10.500 6.400 7.500zM5 9.300l6 3.200v6.300l-6-3.200zm8 9.500v-6.300l6-3.200v6.300z',
  loop: 'M7 6h9V3l5 4.500-5 4.500V9H7a2.500 2.500 0 0 0 0 5v2.500A5 5 0 0 1 7 6zm10 12H8v3l-5-4.500L8 12v3h9a2.500 2.500 0 0 0 0-5V7.500A5 5 0 0 1 17 18z',
  undo: 'M9 5 3.500 10.500 9 16v-4h6a3.500 3.500 0 0 1 0 7h-3v2.500h3a6 6 0 0 0 0-12H9z',
  redo: 'm15 5 5.500 5.500L15 16v-4H9a3.500 3.500 0 0 0 0 7h3v2.500H9a6 6 0 0 1 0-12h6z',
  trail:
    'M4 18c4 0 3-6 7-6s3-6 7-6l.300 2.300C15.500 8.300 16 14 12 14.300c-3 0-2.500 6-7.700 6zM19.500 4a2.200 2.200 0 1 1 0 4.400 2.200 2.200 0 0 1 0-4.400zM3 17.500h2v1H3z',
  tint: 'M12 2a10 10 0 0 0 0 20c1.700 0 2.500-1.200 2.200-2.500-.4-1.700.5-3 2.300-3H19a3 3 0 0 0 3-3C22 7 17.500 2 12 2zM6.500 13a1.600 1.600 0 1 1 0-3.200 1.600 1.600 0 0 1 0 3.200zm3-4.700a1.600 1.600 0 1 1 0-3.200 1.600 1.600 0 0 1 0 3.200zm5 0a1.600 1.600 0 1 1 0-3.200 1.600 1.600 0 0 1 0 3.200zm3 4.700a1.600 1.600 0 1 1 0-3.200 1.600 1.600 0 0 1 0 3.200z',
  plumb: 'M11 2h2v10h3l-4 6-4-6h3zM2 19.500h20v2H2z',
  present:
    'M2 3h20v2h-1.500v11H13v2.200l4 3.300-1.300 1.500L12 20l-3.700 3L7 21.500l4-3.300V16H3.500V5H2zm3.500 2v9h13V5zm4 1.500 5.500 3-5.500 3z',
  move: 'M12 1.5 15.500 5H13v6h6V8.500L22.500 12 19 15.500V13h-6v6h2.500L12 22.500 8.500 19H11v-6H5v2.500L1.500 12 5 8.500V11h6V5H8.500z',
  turn: 'M12 4a8 8 0 0 1 7.700 5.800L22 9l-2 6-5-3.700 2.300-.8A5.500 5.500 0 1 0 15.800 16l1.900 1.800A8 8 0 1 1 12 4z',
  scale: 'M4 13h7v7H4zM13 4h7v7h-2.500V8.300l-4.200 4.200-1.800-1.800 4.200-4.200H13z',
  snap: 'M4 3h5v9a3 3 0 0 0 6 0V3h5v9a8 8 0 0 1-16 0zm2 2v2h1V5zm11 0v2h1V5z',
  copy: 'M8 3h12v13H8zM4 7h2.500v11H16v2.500H4z',
  bin: 'M9 2h6l1 2h5v2.300H3V4h5zM5 8h14l-1.200 13.500H6.200zm4 2.500.4 8.500h1.600l-.3-8.500zm4.300 0-.3 8.500h1.600l.4-8.500z',
  build:
    'M14.500 2a6.500 6.500 0 0 0-6 9L2 17.500 6.500 22l6.500-6.500a6.500 6.500 0 0 0 8.600-8.100l-3.900 3.900-3.500-1-1-3.500 3.900-3.900a6.500 6.500 0 0 0-2.600-.9z',
  mark: 'M6 2h12a1 1 0 0 1 1 1v19l-7-4.5L5 22V3a1 1 0 0 1 1-1z',
} as const;

export type IconName = keyof typeof icons;

/** An icon. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('icon');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', icons[name]);
  svg.append(path);
  return svg;
}

/** A button with an icon; its title tells what it does and which key does it too. */
export function iconButton(name: IconName, title: string, act: () => void): HTMLButtonElement {
  const button = element('button', { class: 'icon-button', type: 'button', title, 'aria-label': title, onclick: act });
  button.append(icon(name));
  return button;
}

/** Changes the icon of a button. */
export function setIcon(button: HTMLElement, name: IconName): void {
  button.querySelector('path')!.setAttribute('d', icons[name]);
}
