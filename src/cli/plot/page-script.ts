/** Script of pages with plots: a tip at the nearest point, and legends that switch lines on and off. */
export const pageScript = `
'use strict';
const tip = document.getElementById('tip');
const hidden = new Set();
for (const figure of document.querySelectorAll('.plot')) {
  const svg = figure.querySelector(':scope > svg');
  const mark = svg.querySelector('.hover');
  const series = JSON.parse(figure.querySelector('script').textContent);
  const leave = () => { tip.style.opacity = 0; mark.setAttribute('cx', -9); };
  svg.addEventListener('pointerleave', leave);
  svg.addEventListener('pointermove', (event) => {
    const box = svg.getBoundingClientRect();
    const scale = svg.viewBox.baseVal.width / box.width;
    const x = (event.clientX - box.left) * scale;
    const y = (event.clientY - box.top) * scale;
    let best = null;
    let least = 40 * 40;
    for (const line of series) {
      if (hidden.has(line.color)) continue;
      for (const point of line.points) {
        const d = (point[0] - x) ** 2 + (point[1] - y) ** 2;
        if (d < least) { least = d; best = [line, point]; }
      }
    }
    if (!best) return leave();
    mark.setAttribute('cx', best[1][0]);
    mark.setAttribute('cy', best[1][1]);
    tip.replaceChildren();
    tip.append(Object.assign(document.createElement('b'), { textContent: best[0].name }), best[1][2]);
    const right = event.clientX + 16 + tip.offsetWidth > innerWidth;
    tip.style.left = (right ? event.clientX - 14 - tip.offsetWidth : event.clientX + 14) + 'px';
    tip.style.top = Math.max(4, event.clientY - 10 - tip.offsetHeight) + 'px';
    tip.style.opacity = 1;
  });
}
for (const button of document.querySelectorAll('.legend button')) {
  button.addEventListener('click', () => {
    const color = Number(button.dataset.color);
    if (!hidden.delete(color)) hidden.add(color);
    const selector = '[data-color="' + color + '"]';
    for (const g of document.querySelectorAll('.series' + selector)) g.classList.toggle('off', hidden.has(color));
    for (const b of document.querySelectorAll('.legend button' + selector)) b.setAttribute('aria-pressed', !hidden.has(color));
  });
}
`;
