/** Scenes that are built and not kept yet: one on show, and the latest that came meanwhile, which is shown next. */
export class ScenePreview {
  readonly #open: (json: unknown) => void;
  #shown: unknown;
  #next: unknown;

  /** @param open shows a scene; `arrived` is called once it is on show */
  constructor(open: (json: unknown) => void) {
    this.#open = open;
  }

  /** whether what is on show is not kept yet */
  get isOn(): boolean {
    return this.#shown !== undefined;
  }

  show(json: unknown): void {
    if (this.isOn) {
      this.#next = json;
      return;
    }
    this.#shown = json;
    this.#open(json);
  }

  /** What was opened last is on show; whether it was a preview. */
  arrived(): boolean {
    const next = this.#next;
    const wasOn = this.isOn;
    this.clear();
    if (next !== undefined) this.show(next);
    return wasOn;
  }

  clear(): void {
    this.#shown = this.#next = undefined;
  }
}
