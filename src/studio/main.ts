import './no-eval.js';
import { InputError } from '../errors.js';
import { keepFile } from './files/kept-files.js';
import { takeFile } from './files/take-file.js';
import { ComparePage } from './pages/compare-page.js';
import { GalleryPage } from './pages/gallery-page.js';
import { LessonPage } from './pages/lesson-page.js';
import type { Page } from './pages/page.js';
import { ProblemPage } from './pages/problem-page.js';
import { ScenePage } from './pages/scene-page.js';
import { StudyPage } from './study/study-page.js';
import { broughtFiles } from './study/brought.js';
import { packStudy } from './study/opened.js';
import { type Route, parseRoute, routeHash } from './route.js';
import { element, iconButton } from './ui/element.js';
import { helpOverlay } from './ui/help.js';
import { problemList } from './ui/problem-list.js';
import { startTheme, toggleTheme } from './ui/theme.js';

startTheme();

const help = helpOverlay();
const holder = element('div', { class: 'page' });
const notice = element('div', { class: 'message notice', role: 'alert', hidden: true });
const file = element('input', {
  type: 'file',
  hidden: true,
  multiple: true,
  id: 'open-file',
  onchange: () => {
    void takeAll([...(file.files ?? [])]);
    file.value = '';
  },
});
const link = (page: Route['page'], text: string, scene = ''): HTMLElement =>
  element('a', { class: 'bar-link', href: routeHash(page, scene), 'data-page': page }, text);

document.body.append(
  element(
    'nav',
    { class: 'bar' },
    element('a', { class: 'logo', href: routeHash('gallery') }, 'stickslip', element('span', {}, 'studio')),
    link('gallery', 'Gallery'),
    link('build', 'Build'),
    link('learn', 'Learn'),
    link('compare', 'Compare'),
    link('problem', 'Lab'),
    link('study', 'Studies'),
    element('div', { class: 'bar-space' }),
    iconButton('open', 'open a scene, a study, a recording, a model or a problem', () => file.click()),
    iconButton('help', 'help (?)', () => help.showModal()),
    iconButton('sun', 'light or dark (T)', toggleTheme),
    file,
  ),
  holder,
  notice,
);

let page: Page | undefined;
let taken = 0;

function makePage(route: Route): Page {
  switch (route.page) {
    case 'scene':
    case 'build':
      return new ScenePage(route);
    case 'learn':
      return new LessonPage(route);
    case 'compare':
      return new ComparePage(route);
    case 'problem':
      return new ProblemPage(route);
    case 'study':
      return new StudyPage(route);
    case 'gallery':
      return new GalleryPage();
  }
}

/** Shows what the address says. Pages put what changes on them into it without a word, so that a link to the same scene is opened too. */
function show(): void {
  const route = parseRoute(location.hash);
  page?.dispose();
  document.title = 'stickslip studio';
  page = makePage(route);
  document.body.dataset.page = route.page === 'build' ? 'scene' : route.page;
  document.body.toggleAttribute('data-embed', route.query.get('embed') === '1');
  for (const other of document.querySelectorAll<HTMLElement>('.bar-link')) {
    if (other.dataset.page === route.page) other.setAttribute('aria-current', 'page');
    else other.removeAttribute('aria-current');
  }
  notice.hidden = true;
  holder.replaceChildren(page.root);
  window.scrollTo(0, 0);
}

/** Opens a file that somebody brought; one that cannot be opened changes nothing. */
async function take(brought: File): Promise<void> {
  try {
    const answer = await takeFile(brought);
    if (!answer) return;
    taken++;
    // a number of its own where the browser does not keep files: the address must change all the same
    const kept = (await keepFile(brought, answer.how)) ?? `-${taken}`;
    location.hash = routeHash(answer.page, '', new URLSearchParams({ file: kept }));
  } catch (error) {
    const problems = error instanceof InputError ? error.problems : [];
    const message = error instanceof Error ? error.message.split('\n')[0] : String(error);
    const close = iconButton('close', 'close', () => (notice.hidden = true));
    notice.replaceChildren(close, element('strong', {}, message), problemList(problems));
    notice.hidden = false;
  }
}

/** Opens what was brought at once: a study with its files, several problems to be compared; of anything else the first. */
async function takeAll(brought: readonly File[]): Promise<void> {
  if (brought.length === 0) return;
  if (brought.length > 1 && page instanceof ProblemPage) return page.takeAll([...brought]);
  const study = brought.length > 1 ? await packStudy(brought).catch(() => undefined) : undefined;
  await take(study ?? brought[0]);
}

window.addEventListener('dragover', (event) => {
  event.preventDefault();
  const files = event.dataTransfer?.types.includes('Files') === true;
  document.body.classList.toggle('drop-here', files);
});
window.addEventListener('dragleave', (event) => {
  // from one element of the page to another is not leaving it
  if (event.relatedTarget === null) document.body.classList.remove('drop-here');
});
window.addEventListener('drop', (event) => {
  event.preventDefault();
  document.body.classList.remove('drop-here');
  if (event.dataTransfer) void broughtFiles(event.dataTransfer).then(takeAll);
});
window.addEventListener('keydown', (event) => {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches('input, textarea, select')) return;
  if (event.key === '?') help.showModal();
  else if (event.key.toLowerCase() === 't') toggleTheme();
});
window.addEventListener('hashchange', show);
// for the console, and for programs that drive the page
Object.defineProperty(window, 'studio', { get: () => page });
show();
