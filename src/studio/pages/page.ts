/** What fills the window below the bar; one at a time. */
export interface Page {
  readonly root: HTMLElement;
  dispose(): void;
}
