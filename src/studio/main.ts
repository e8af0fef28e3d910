import { ComparePage } from './pages/compare-page.js';
import { GalleryPage } from './pages/gallery-page.js';
import type { Page } from './pages/page.js';
import { ProblemPage } from './pages/problem-page.js';
import { ScenePage } from './pages/scene-page.js';
import { type Route, parseRoute, routeHash } from './route.js';
import { element, iconButton } from './ui/element.js';
import { helpOverlay } from './ui/help.js';
import { startTheme, toggleTheme } from './ui/theme.js';

startTheme();

const help = helpOverlay();
const holder = element('div', { class: 'page' });
document.body.append(
  element(
    'nav',
    { class: 'bar' },
    element('a', { class: 'logo', href: routeHash('gallery') }, 'stickslip', element('span', {}, 'studio')),
    element('a', { class: 'bar-link', href: routeHash('gallery'), 'data-page': 'gallery' }, 'Gallery'),
    element('a', { class: 'bar-link', href: routeHash('compare', 'incline'), 'data-page': 'compare' }, 'Compare'),
    element('a', { class: 'bar-link', href: routeHash('problem'), 'data-page': 'problem' }, 'Solver lab'),
    element('div', { class: 'bar-space' }),
    iconButton('help', 'help (?)', () => help.showModal()),
    iconButton('sun', 'light or dark (T)', toggleTheme),
  ),
  holder,
);

let page: Page | undefined;
let shown = '';

function makePage(route: Route): Page {
  switch (route.page) {
    case 'scene':
      return new ScenePage(route);
    case 'compare':
      return new ComparePage(route);
    case 'problem':
      return new ProblemPage();
    default:
      return new GalleryPage();
  }
}

function show(): void {
  const route = parseRoute(location.hash);
  const key = `${route.page}/${route.scene}`;
  // a changed camera or setting in the address is the page's own doing
  if (page && key === shown && route.page !== 'gallery') return;
  shown = key;
  page?.dispose();
  page = makePage(route);
  document.body.dataset.page = route.page;
  for (const link of document.querySelectorAll<HTMLElement>('.bar-link')) {
    if (link.dataset.page === route.page) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  holder.replaceChildren(page.root);
  window.scrollTo(0, 0);
}

window.addEventListener('keydown', (event) => {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches('input, textarea, select')) return;
  if (event.key === '?') help.showModal();
  else if (event.key.toLowerCase() === 't') toggleTheme();
});
window.addEventListener('hashchange', show);
show();
