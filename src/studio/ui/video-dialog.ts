import type { VideoSettings } from '../files/make-video.js';
import { element } from './element.js';
import { choice } from './field.js';

const sizes = ['640x360', '1280x720', '1920x1080', '1080x1080', '1080x1920'];

/** Asks for size, rate and speed, makes the video and shows how far it is. */
export function videoDialog(make: (settings: VideoSettings, tell: (share: number) => boolean) => Promise<void>): void {
  let size = '1280x720';
  let rate = 30;
  let speed = 1;
  let going = true;
  const dialog = element('dialog', { class: 'help ask', 'aria-label': 'video' });
  const bar = element('progress', { max: 1, value: 0, hidden: true, 'aria-label': 'how far the video is' });
  const begin = element('button', { type: 'button', class: 'primary' }, 'Make the video');
  const close = (): void => {
    going = false;
    dialog.close();
    dialog.remove();
  };
  begin.addEventListener('click', () => {
    begin.disabled = true;
    bar.hidden = false;
    const [width, height] = size.split('x').map(Number);
    const tell = (share: number): boolean => {
      bar.value = share;
      return going;
    };
    void make({ width, height, rate, speed }, tell).finally(close);
  });
  const pairs = (values: readonly (string | number)[]): [string, string][] =>
    values.map((value) => [String(value), String(value)]);
  dialog.append(
    element('h2', {}, 'Video of what was recorded'),
    element('p', {}, 'From the present camera, every picture drawn in full, as WebM.'),
    choice('size', pairs(sizes), size, (value) => (size = value)),
    choice('pictures / s', pairs([24, 25, 30, 50, 60]), String(rate), (value) => (rate = Number(value))),
    choice('speed', pairs([0.1, 0.25, 0.5, 1, 2]), String(speed), (value) => (speed = Number(value))),
    bar,
    element('div', { class: 'buttons' }, begin, element('button', { type: 'button', onclick: close }, 'Cancel')),
  );
  dialog.addEventListener('cancel', close);
  document.body.append(dialog);
  dialog.showModal();
}
