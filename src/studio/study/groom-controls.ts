import type { GroomReport } from '../../dynamics/groom/groom.js';
import { count, short } from '../../present/format.js';
import { element } from '../ui/element.js';
import { slider } from '../ui/field.js';
import { toast } from '../ui/toast.js';
import type { GroomAnswer, GroomRequest } from './groom-worker.js';
import GroomWorker from './groom-worker.js?worker&inline';

/** What the controls are for. */
export interface GroomSources {
  json(): unknown;
  /** takes the scene that stays as it is drawn */
  groomed(json: unknown): void;
}

type Json = Record<string, unknown>;

/** Whether a scene has rods of a model with a natural shape. */
export function canBeGroomed(json: unknown): boolean {
  const bodies = (json as { bodies?: unknown } | null)?.bodies;
  if (!Array.isArray(bodies)) return false;
  return bodies.some((own: Json) => {
    const rod = (own.type === 'bundle' ? own.rod : own.type === 'grid' ? own.body : own) as Json | undefined;
    return rod?.model === 'super-helix' || rod?.model === 'der';
  });
}

/** A button that finds natural shapes with which hair and ropes stay as they are drawn. */
export function groomControls({ json, groomed }: GroomSources): HTMLElement {
  let [stiffen, settle] = [20, 0];
  let worker: Worker | undefined;
  const said = element('p', { class: 'about', role: 'status' });
  const button = element(
    'button',
    { type: 'button', onclick: () => (worker ? end('stopped') : begin()) },
    'Make it stay',
  );
  const end = (text: string): void => {
    worker?.terminate();
    worker = undefined;
    button.textContent = 'Make it stay';
    said.textContent = text;
  };
  const begin = (): void => {
    worker = new GroomWorker();
    button.textContent = 'Stop';
    said.textContent = 'looking for the natural shape…';
    worker.onmessage = ({ data }: MessageEvent<GroomAnswer>) => {
      if (data.type === 'progress') said.textContent = `settling: ${Math.floor(100 * data.share)} %`;
      else if (data.type === 'failed') {
        const [first] = data.problems;
        end(`${data.message}${first ? `: ${first.path}: expected ${first.expected}` : ''}`);
      } else if (data.loose.length > 0) {
        const names = data.loose.slice(0, 3).join(', ');
        end(`No equilibrium for ${count(data.loose.length, 'strand')} (${names}): nothing bears them.`);
      } else {
        end('');
        // these controls are made anew with the scene
        groomed(data.scene);
        toast(describe(data.report));
      }
    };
    worker.onerror = (event) => end(event.message);
    worker.postMessage({ scene: json(), stiffen, settle } satisfies GroomRequest);
  };
  return element(
    'fieldset',
    { class: 'controls groom', 'aria-label': 'a groom that stays' },
    element(
      'h2',
      { title: 'natural shapes are found with which hair and ropes stay as they are drawn' },
      'Keep its shape',
    ),
    slider({
      label: 'stiffer at most',
      title: 'strands that would fall when disturbed are made stiffer, at most so many times',
      unit: 'times',
      min: 1,
      max: 100,
      logarithmic: true,
      value: stiffen,
      change: (value) => (stiffen = value),
    }),
    slider({
      label: 'settle first',
      title: 'everything falls for so long, and that shape stays; 0: the shape as it is drawn',
      unit: 's',
      min: 0,
      max: 3,
      value: settle,
      change: (value) => (settle = value),
    }),
    element('div', { class: 'buttons' }, button),
    said,
  );
}

function describe({ rods, forces, separation }: GroomReport): string {
  const unstable = rods.filter(({ stableFrom, stiffened }) => stableFrom !== undefined && stableFrom > stiffened);
  const worst = unstable.reduce((most, { stableFrom }) => Math.max(most, stableFrom!), 0);
  const stiffer = rods.filter(({ stiffened }) => stiffened > 1).length;
  const parts = [`${count(rods.length, 'strand')} at rest as drawn`];
  if (separation.overlaps > 0) parts.push(`${count(separation.overlaps, 'overlap')} removed`);
  parts.push(`${count(forces.pressing, 'contact')} hold`);
  if (stiffer > 0) parts.push(`${stiffer} made stiffer`);
  if (unstable.length > 0)
    parts.push(`${unstable.length} fall when disturbed: ${short(worst)} times as stiff they would not`);
  return `${parts.join(', ')}.`;
}
