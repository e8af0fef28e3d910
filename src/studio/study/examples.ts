import { element } from '../ui/element.js';
import { slidingBox } from './sliding-box.js';

const files = import.meta.glob<string>('../../../examples/studies/{box-on-a-slope,wall}.json', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const study = (name: string): unknown =>
  JSON.parse(Object.entries(files).find(([path]) => path.endsWith(`/${name}`))![1]);

const examples: readonly { readonly name: string; readonly about: string; readonly json: unknown }[] = [
  {
    name: 'box-on-a-slope.json',
    about: 'At which angle does a box begin to slide?',
    json: study('box-on-a-slope.json'),
  },
  { name: 'wall.json', about: 'How far may a wall be tilted, for which friction?', json: study('wall.json') },
  { name: 'sliding-box.json', about: 'What is the friction of a box that was seen to slide?', json: slidingBox },
];

/** Studies to begin with. */
export function exampleButtons(open: (json: unknown, name: string) => void): HTMLElement {
  return element(
    'div',
    { class: 'study-examples' },
    ...examples.map(({ name, about, json }) =>
      element(
        'button',
        { type: 'button', onclick: () => open(json, name) },
        element('strong', {}, about),
        element('span', {}, name),
      ),
    ),
  );
}
