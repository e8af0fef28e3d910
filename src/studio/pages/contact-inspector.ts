import type { ContactReport, Request } from '../simulation/messages.js';
import { contactCard } from '../ui/contact-card.js';
import { element } from '../ui/element.js';
import { toast } from '../ui/toast.js';
import type { SceneView } from '../view/scene-view.js';

/** The card of a contact that was clicked. */
export class ContactInspector {
  readonly root = element('div', { class: 'contact', hidden: true });
  readonly #view: SceneView;
  readonly #send: (request: Request) => void;
  readonly #closed: () => void;
  #selected = -1;

  constructor(view: SceneView, send: (request: Request) => void, closed: () => void) {
    this.#view = view;
    this.#send = send;
    this.#closed = closed;
  }

  /** whether a contact is on show */
  get isOpen(): boolean {
    return this.#selected >= 0;
  }

  /** Asks for a contact, standing still; -1 closes the card. */
  inspect(contact: number): void {
    if (contact < 0) {
      const wasOpen = this.isOpen;
      this.#selected = -1;
      this.root.hidden = true;
      this.#view.select(-1);
      if (wasOpen) this.#closed();
      return;
    }
    this.#send({ type: 'pause' });
    this.#send({ type: 'inspect', contact });
  }

  /** Goes on to the next contact that is drawn, or to the one before; from the last to the first. */
  go(way: 1 | -1): void {
    const n = this.#view.marks?.contacts.n ?? 0;
    if (n === 0) return toast('Nothing touches now');
    const from = this.isOpen ? this.#selected : way > 0 ? -1 : 0;
    this.inspect((from + way + n) % n);
  }

  show(report: ContactReport): void {
    this.#selected = report.contact;
    this.#view.select(report.contact);
    this.root.replaceChildren(contactCard(report, () => this.inspect(-1)));
    this.root.hidden = false;
    // also where the panel was scrolled down
    this.root.scrollIntoView({ block: 'nearest' });
  }
}
