/** An SVG element with attributes and children. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** Something in a plot that stands for a run: a click, Enter or space opens it. */
export function clickable<T extends SVGElement>(mark: T, label: string, open: (() => void) | undefined): T {
  mark.append(svg('title', {}, label));
  if (!open) return mark;
  mark.classList.add('opens');
  mark.setAttribute('tabindex', '0');
  mark.setAttribute('role', 'button');
  mark.setAttribute('aria-label', `${label}: open this run`);
  mark.addEventListener('click', open);
  mark.addEventListener('keydown', (event) => {
    const { key } = event as KeyboardEvent;
    if (key !== 'Enter' && key !== ' ') return;
    event.preventDefault();
    open();
  });
  return mark;
}
