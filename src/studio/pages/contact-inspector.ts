import type { ContactReport, Request } from '../simulation/messages.js';
import { contactCard } from '../ui/contact-card.js';
import { element } from '../ui/element.js';
import type { SceneView } from '../view/scene-view.js';

/** The card of a contact that was clicked. */
export class ContactInspector {
  readonly root = element('div', { class: 'contact', hidden: true });
  readonly #view: SceneView;
  readonly #send: (request: Request) => void;
  #selected = -1;

  constructor(view: SceneView, send: (request: Request) => void) {
    this.#view = view;
    this.#send = send;
  }

  /** whether a contact is on show */
  get isOpen(): boolean {
    return this.#selected >= 0;
  }

  /** Asks for a contact, standing still; -1 closes the card. */
  inspect(contact: number): void {
    if (contact < 0) {
      this.#selected = -1;
      this.root.hidden = true;
      this.#view.select(-1);
      return;
    }
    this.#send({ type: 'pause' });
    this.#send({ type: 'inspect', contact });
  }

  show(report: ContactReport): void {
    this.#selected = report.contact;
    this.#view.select(report.contact);
    this.root.replaceChildren(contactCard(report, () => this.inspect(-1)));
    this.root.hidden = false;
  }
}
