import { picturesOf } from '../pictures.js';
import { galleryList } from '../../scene/gallery/gallery.js';
import { groups } from '../groups.js';
import { routeHash } from '../route.js';
import { element } from '../ui/element.js';
import type { Page } from './page.js';

interface Card {
  readonly root: HTMLElement;
  readonly words: string;
}

/** The gallery: pictures of all scenes in groups, and a search box. */
export class GalleryPage implements Page {
  readonly root = element('main', { class: 'gallery' });
  readonly #cards: Card[] = [];
  readonly #nothing = element('p', { class: 'nothing', hidden: true }, 'No scene has these words.');

  constructor() {
    const search = element('input', {
      type: 'search',
      class: 'search',
      placeholder: 'Search scenes',
      'aria-label': 'search scenes',
      oninput: () => this.#filter(search.value),
    });
    this.root.append(
      element(
        'header',
        { class: 'hero' },
        element('h1', {}, 'Friction you can touch'),
        element(
          'p',
          {},
          'Fibers, rigid bodies and cloth in contact, with exact Coulomb friction, simulated in this page. ' +
            'Open a scene, take hold of something, and pull.',
        ),
        search,
      ),
    );
    const list = galleryList();
    const placed = new Set(groups.flatMap((group) => group.scenes));
    const others = list.filter(({ name }) => !placed.has(name)).map(({ name }) => name);
    for (const group of [...groups, { title: 'More', about: '', scenes: others }]) {
      const scenes = group.scenes.flatMap((name) => list.filter((scene) => scene.name === name));
      if (scenes.length === 0) continue;
      const cards = element('div', { class: 'cards' });
      for (const scene of scenes) {
        const card = sceneCard(scene);
        this.#cards.push({ root: card, words: `${scene.name} ${scene.description} ${group.title}`.toLowerCase() });
        cards.append(card);
      }
      this.root.append(
        element(
          'section',
          {},
          element('h2', {}, group.title),
          group.about !== '' && element('p', { class: 'about' }, group.about),
          cards,
        ),
      );
    }
    this.root.append(this.#nothing);
  }

  dispose(): void {
    this.root.remove();
  }

  /** Shows the scenes that have all the words. */
  #filter(text: string): void {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const card of this.#cards) {
      const fits = words.every((word) => card.words.includes(word));
      card.root.hidden = !fits;
      if (fits) shown++;
    }
    for (const section of this.root.querySelectorAll('section')) {
      section.hidden = !section.querySelector('.card:not([hidden])');
    }
    this.#nothing.hidden = shown > 0;
  }
}

function sceneCard(scene: { name: string; description: string; duration: number }): HTMLElement {
  const addresses = picturesOf(scene.name);
  // the one that the theme hides is not loaded before it is shown
  const pictures = Object.entries(addresses ?? {}).map(([theme, src]) =>
    element('img', { class: theme, src, alt: '', loading: 'lazy', width: 480, height: 300 }),
  );
  return element(
    'a',
    { class: 'card', href: routeHash('scene', scene.name) },
    element('div', { class: 'picture' }, ...pictures),
    element('h3', {}, scene.name),
    element('p', {}, scene.description),
  );
}
