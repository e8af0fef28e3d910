import type { RecordedContacts } from '../../record/contacts.js';
import { type FrameLayout, frameLayout } from '../../record/frame.js';
import type { Frame } from '../../record/frame.js';
import { memorySource } from '../../record/record-file.js';
import { Recording } from '../../record/recording.js';
import { type Lesson, type Round, lessonNamed, lessons } from '../learn/lessons.js';
import { seenIn } from '../learn/seen.js';
import { type SummedContacts, onCone, slidingOnCone, strongest, sumContacts } from '../learn/sum-contacts.js';
import { type Route, routeHash } from '../route.js';
import { packJson } from '../scene-document.js';
import { SimulationClient } from '../simulation/client.js';
import type { ContactReport, Shown } from '../simulation/messages.js';
import { coneSection, coneWords } from '../ui/cone-section.js';
import { element } from '../ui/element.js';
import { coveredBy } from '../view/covered.js';
import { SceneView } from '../view/scene-view.js';
import type { Page } from './page.js';

/** Share of the view that a scene fills at first: around it are horizon, gravity and where things will go. */
const roomAround = 0.6;

/** The lessons, or one of them: a question, a guess, a run of the real thing, and why. */
export class LessonPage implements Page {
  readonly root: HTMLElement;
  readonly #lesson: Lesson | undefined;
  readonly #card = element('section', { class: 'lesson-card', 'aria-live': 'polite' });
  readonly #view: SceneView | undefined;
  readonly #client: SimulationClient | undefined;
  readonly #observer = new ResizeObserver(() => this.#clear());
  /** how much of the run is computed */
  readonly #progress = element('progress', { max: 1, value: 0, 'aria-label': 'computed' });
  #layout: FrameLayout | undefined;
  #duration = 1;
  /** whether the scene of this question is in view already */
  #looked = false;
  #round = 0;
  /** whether the first guess of each question was right: asking again does not count */
  readonly #right: boolean[] = [];
  #guess: number | undefined;
  #running = false;
  #shown: Shown | undefined;
  /** the end of the run, while what it has shown is fetched */
  #last: Shown | undefined;
  /** the face whose force is told of: its number among the summed contacts, and how many contacts it stands for */
  #face: { readonly contacts: RecordedContacts; readonly face: number; readonly together: number } | undefined;

  /** when the run has ended, while the time whose force is told of is looked up (s) */
  #end: number | undefined;

  constructor(route: Route) {
    this.#lesson = lessonNamed(route.scene);
    if (!this.#lesson) {
      this.root = lessonList();
      return;
    }
    document.title = `${this.#lesson.title} · stickslip studio`;
    const holder = element('div', { class: 'view' });
    this.root = element('main', { class: 'scene lesson' }, holder, this.#card);
    this.#view = new SceneView(holder);
    this.#view.setMarks({ cones: true });
    this.#view.trails = true;
    this.#view.plumb = true;
    this.#client = new SimulationClient({
      opened: (opened) => {
        this.#layout = frameLayout(opened.bodies, opened.obstacles);
        this.#duration = opened.duration;
        this.#view!.open(opened);
      },
      progress: (shown) => this.#show(shown),
      failed: ({ message }) => this.#card.append(element('p', { class: 'lab-error' }, message)),
      contact: (report) => this.#showCone(report),
      file: ({ bytes }) => this.#conclude(bytes),
    });
    this.#observer.observe(this.root);
    this.#ask();
  }

  get view(): SceneView | undefined {
    return this.#view;
  }

  /** what was shown last */
  get shown(): Shown | undefined {
    return this.#shown;
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#client?.dispose();
    this.#view?.dispose();
    this.root.remove();
  }

  get #now(): Round {
    return this.#lesson!.rounds[this.#round];
  }

  /** The question, with the scene at its beginning. */
  #ask(): void {
    const { question, options, scene, from } = this.#now;
    this.#guess = undefined;
    this.#face = undefined;
    this.#end = undefined;
    this.#view!.select(-1);
    this.#looked = false;
    this.#last = undefined;
    this.#client!.send({ type: 'open', scene, play: false });
    this.#view!.lookFrom = from;
    const run = element(
      'button',
      { type: 'button', class: 'primary', disabled: true, onclick: () => this.#run() },
      'Run it and see',
    );
    const choices = options.map((text, k) => {
      const input = element('input', { type: 'radio', name: 'guess', value: k });
      input.addEventListener('change', () => {
        this.#guess = k;
        run.disabled = false;
      });
      return element('label', { class: 'guess' }, input, text);
    });
    this.#fill(
      element('fieldset', { class: 'guesses' }, element('legend', {}, question), ...choices),
      element('div', { class: 'buttons' }, run),
    );
  }

  #run(): void {
    this.#running = true;
    this.#fill(
      element('p', {}, this.#now.question),
      element('p', { class: 'about' }, `You say: ${this.#now.options[this.#guess!]}. It runs…`),
      this.#progress,
    );
    this.#client!.send({ type: 'play' });
  }

  #show(shown: Shown): void {
    const { contacts, members } = sumContacts(shown.contacts);
    if (this.#end !== undefined && shown.t < this.#end) {
      this.#showSliding(shown.t, { contacts, members });
      this.#client!.send({ type: 'seek', t: this.#end });
      this.#end = undefined;
      return;
    }
    this.#shown = shown;
    this.#view!.show({ ...shown, contacts });
    if (!this.#looked) this.#view!.look(this.#now.from, roomAround);
    this.#looked = true;
    this.#progress.value = shown.t / this.#duration;
    if (!this.#running || shown.playing || shown.t < 1e-9) return;
    this.#running = false;
    this.#last = shown;
    this.#client!.send({ type: 'save', what: 'recording' });
  }

  /** Tells what the run has shown, by what was recorded of it: a page that is slow to draw sees but some of its frames. */
  #conclude(bytes: Uint8Array): void {
    const shown = this.#last;
    if (!shown) return;
    this.#last = undefined;
    const recording = new Recording(memorySource(bytes));
    const frames = Array.from({ length: recording.frames }, (_, k) => recording.frame(k));
    this.#tell([...frames.filter(({ t }) => t < shown.t - 1e-9), shown.frame]);
    const { contacts, members } = sumContacts(shown.contacts);
    const { telling } = this.#now;
    if (telling !== undefined) {
      this.#end = shown.t;
      return this.#client!.send({ type: 'seek', t: telling });
    }
    if (contacts.n === 0) return;
    const face = strongest(contacts, this.#toldOf(contacts));
    this.#face = { contacts, face, together: members[face].length };
    this.#client!.send({ type: 'inspect', contact: strongest(shown.contacts, members[face]) });
  }

  /** What the run has shown. */
  #tell(frames: readonly Frame[]): void {
    const { judge, measured, why, options, scene } = this.#now;
    const seen = seenIn(this.#layout!, frames);
    const answer = judge(seen);
    const isRight = answer === this.#guess;
    this.#right[this.#round] ??= isRight;
    const { rounds } = this.#lesson!;
    const isLast = this.#round === rounds.length - 1;
    const next = element(
      'button',
      {
        type: 'button',
        class: 'primary',
        onclick: () => {
          this.#round++;
          this.#ask();
        },
      },
      'Next question',
    );
    const open = element('a', { class: 'button', href: '#/' }, 'Open in the studio');
    void packJson(scene).then((packed) => {
      open.href = routeHash('scene', '', new URLSearchParams({ json: packed }));
    });
    this.#fill(
      element(
        'p',
        { class: isRight ? 'verdict' : 'verdict wrong' },
        element('strong', {}, isRight ? 'As you said. ' : 'Not so. '),
        `${options[answer]}.`,
      ),
      element('p', {}, measured(seen)),
      element('div', { class: 'lesson-cone' }),
      element('p', {}, why),
      isLast &&
        element(
          'p',
          {},
          element('strong', {}, `${this.#right.filter(Boolean).length} of ${rounds.length} as you said.`),
        ),
      element(
        'div',
        { class: 'buttons' },
        isLast ? element('a', { class: 'button primary', href: nextLesson(this.#lesson!) }, 'Next lesson') : next,
        element('button', { type: 'button', onclick: () => this.#ask() }, 'Again'),
        open,
      ),
    );
  }

  /** Numbers of the faces whose force may be told of; all where none has the μ that is asked about. */
  #toldOf({ n, mu }: RecordedContacts): number[] {
    const all = Array.from({ length: n }, (_, k) => k);
    const { of } = this.#now;
    // they come in single precision
    const asked = all.filter((k) => of === undefined || mu[k] === Math.fround(of));
    return asked.length > 0 ? asked : all;
  }

  /** The force of the face that carries the most, on its cone; how it slips is that of its strongest contact. */
  #showCone({ r, u }: ContactReport): void {
    const holder = this.#card.querySelector('.lesson-cone');
    if (!holder || !this.#face) return;
    const { contacts, face, together } = this.#face;
    this.#view!.select(face);
    const sum = onCone(contacts, face, r, u);
    const words = together > 1 ? `All ${together} contacts of the face together. ${coneWords(sum)}` : coneWords(sum);
    holder.replaceChildren(coneSection(sum), element('p', { class: 'about' }, words));
    this.#clear();
  }

  /** The force at a time before the end. */
  #showSliding(t: number, { contacts, members }: SummedContacts): void {
    const holder = this.#card.querySelector('.lesson-cone');
    if (!holder || contacts.n === 0) return;
    const face = strongest(contacts, this.#toldOf(contacts));
    const force = slidingOnCone(contacts, face);
    const words = `All ${members[face].length} contacts of the face together, at ${t.toFixed(2)} s. ${coneWords(force)}`;
    holder.replaceChildren(coneSection(force), element('p', { class: 'about' }, words));
    this.#clear();
  }

  #fill(...content: (HTMLElement | false)[]): void {
    const { title, rounds } = this.#lesson!;
    this.#card.replaceChildren(
      element('a', { class: 'back', href: routeHash('learn') }, 'All lessons'),
      element('h1', {}, title),
      element('p', { class: 'about' }, `Question ${this.#round + 1} of ${rounds.length}`),
      ...content.filter((part): part is HTMLElement => part !== false),
    );
    this.#clear();
  }

  #clear(): void {
    if (this.root.isConnected && this.#view) this.#view.stage.insets = coveredBy(this.root, [this.#card]);
  }
}

function nextLesson(lesson: Lesson): string {
  const next = lessons[lessons.indexOf(lesson) + 1];
  return next ? routeHash('learn', next.name) : routeHash('learn');
}

function lessonList(): HTMLElement {
  return element(
    'main',
    { class: 'gallery' },
    element(
      'header',
      { class: 'hero' },
      element('h1', {}, 'Learn friction by looking'),
      element(
        'p',
        {},
        'Five short lessons. Each asks what you expect, then runs the real thing: the same solver and the same law as ' +
          'everywhere here, nothing is played back.',
      ),
    ),
    element(
      'ol',
      { class: 'lessons' },
      ...lessons.map(({ name, title, about, rounds }) =>
        element(
          'li',
          {},
          element(
            'a',
            { class: 'card', href: routeHash('learn', name) },
            element('h2', {}, title),
            element('p', {}, about),
            element('p', {}, `${rounds.length} questions`),
          ),
        ),
      ),
    ),
  );
}
