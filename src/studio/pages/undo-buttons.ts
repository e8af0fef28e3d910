import type { SceneDocument } from '../scene-document.js';
import { element, iconButton } from '../ui/element.js';

/** What takes changes of a scene back and does them again: buttons, and keys. */
export class UndoButtons {
  readonly root: HTMLElement;
  readonly #turn: (way: 'undo' | 'redo') => void;
  readonly #undo = iconButton('undo', 'take the last change back (Ctrl+Z)', () => this.#turn('undo'));
  readonly #redo = iconButton('redo', 'do it again (Ctrl+Shift+Z)', () => this.#turn('redo'));

  constructor(turn: (way: 'undo' | 'redo') => void) {
    this.#turn = turn;
    this.root = element('div', { class: 'undo' }, this.#undo, this.#redo);
    this.#undo.disabled = this.#redo.disabled = true;
  }

  show({ canUndo, canRedo }: SceneDocument): void {
    this.#undo.disabled = !canUndo;
    this.#redo.disabled = !canRedo;
  }

  /** Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y. */
  key(event: KeyboardEvent): void {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return;
    event.preventDefault();
    this.#turn(key === 'y' || event.shiftKey ? 'redo' : 'undo');
  }
}
