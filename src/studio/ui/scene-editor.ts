import { InputError, type InputProblem } from '../../errors.js';
import { inspectScene, parseSceneText } from '../../scene/read-scene.js';
import { element } from './element.js';
import { JsonAssist } from './json-assist.js';
import { keepDraft, takeDraft } from './draft.js';
import { problemList } from './problem-list.js';

/** The scene's JSON, checked while one types, with completion and help from the schema. */
export class SceneEditor {
  readonly root: HTMLElement;
  readonly #text: HTMLTextAreaElement;
  readonly #verdict = element('div', { class: 'verdict', 'aria-live': 'polite' });
  readonly #apply: HTMLButtonElement;
  #timer = 0;
  #shown = '';
  /** whether a scene was shown before */
  #began = false;

  /** @param apply takes a scene without errors */
  constructor(apply: (json: unknown) => void) {
    this.#text = element('textarea', {
      class: 'json',
      spellcheck: 'false',
      autocomplete: 'off',
      'aria-label': 'scene as JSON',
      oninput: () => {
        clearTimeout(this.#timer);
        this.#timer = window.setTimeout(() => this.#check(), 250);
      },
      onkeydown: (event: KeyboardEvent) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.#run(apply);
      },
    });
    this.#apply = element(
      'button',
      { type: 'button', class: 'primary', onclick: () => this.#run(apply), title: 'Ctrl+Enter' },
      'Run this scene',
    );
    const revert = element(
      'button',
      { type: 'button', onclick: () => this.show(JSON.parse(this.#shown)) },
      'Undo changes',
    );
    const assist = new JsonAssist(this.#text);
    this.root = element(
      'div',
      { class: 'editor' },
      element('div', { class: 'json-field' }, this.#text, ...assist.parts),
      assist.help,
      this.#verdict,
      element('div', { class: 'buttons' }, this.#apply, revert),
    );
  }

  /** Shows a scene; what is being typed is replaced. */
  show(json: unknown): void {
    this.#shown = JSON.stringify(json, null, 2);
    // what was typed before the page was loaded again is there again
    this.#text.value = (this.#began ? undefined : takeDraft(this.#shown)) ?? this.#shown;
    this.#began = true;
    this.#check();
  }

  /** Shows a scene, unless something has been typed that was not run yet. */
  refresh(json: unknown): void {
    if (this.#text.value === this.#shown) this.show(json);
  }

  #run(apply: (json: unknown) => void): void {
    const json = this.#check();
    if (json === undefined) return;
    this.#shown = this.#text.value;
    keepDraft(this.#shown, undefined);
    apply(json);
  }

  /** The scene where nothing is wrong with it. */
  #check(): unknown {
    let json: unknown;
    let problems: readonly InputProblem[];
    try {
      json = parseSceneText(this.#text.value);
      problems = inspectScene(json).problems;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      problems = error.problems;
    }
    const changed = this.#text.value !== this.#shown;
    keepDraft(this.#shown, changed ? this.#text.value : undefined);
    this.#apply.disabled = problems.length > 0;
    this.#verdict.classList.toggle('wrong', problems.length > 0);
    const fine = changed ? 'a valid scene, not run yet' : 'a valid scene';
    this.#verdict.replaceChildren(problems.length === 0 ? fine : problemList(problems));
    return problems.length === 0 ? json : undefined;
  }
}
