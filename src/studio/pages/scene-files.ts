import { exporters } from '../../io/export/registry.js';
import { exportRecording } from '../files/export-recording.js';
import { type VideoLook, makeVideo } from '../files/make-video.js';
import { element } from '../ui/element.js';
import { saveFile } from '../ui/save-file.js';
import { videoDialog } from '../ui/video-dialog.js';

/** What the file buttons of a scene need. */
export interface FileSources {
  name(): string;
  json(): unknown;
  /** numbers of the steps with commas between them */
  steps(): string;
  recording(): Promise<Uint8Array>;
  problem(): Promise<Uint8Array>;
  /** takes a problem to the solver lab */
  openProblem(bytes: Uint8Array, name: string): void | Promise<void>;
  /** what a video shows */
  look(): VideoLook;
  failed(error: unknown): void;
}

/** Buttons that take things out of the studio: scene, recording in any format, steps, problem, video of what was recorded. */
export function sceneFiles(sources: FileSources): HTMLElement {
  const attempt = (act: () => void | Promise<void>) => (): void => {
    Promise.resolve()
      .then(act)
      .catch((error: unknown) => sources.failed(error));
  };
  const button = (text: string, act: () => void | Promise<void>): HTMLElement =>
    element('button', { type: 'button', onclick: attempt(act) }, text);
  const formats = element('select', { 'aria-label': 'export format' });
  formats.append(element('option', { value: 'recording' }, 'recording'));
  for (const { name, summary } of exporters) formats.append(element('option', { value: name, title: summary }, name));
  const exportAs = async (): Promise<void> => {
    const bytes = await sources.recording();
    const exporter = exporters.find(({ name }) => name === formats.value);
    const file = exporter
      ? await exportRecording(bytes, exporter, sources.name())
      : { name: `${sources.name()}.ssr`, bytes };
    saveFile(file.name, file.bytes);
  };
  return element(
    'div',
    { class: 'files' },
    element('h2', {}, 'Take it with you'),
    element('div', { class: 'buttons' }, formats, button('Export what was recorded', exportAs)),
    element(
      'div',
      { class: 'buttons' },
      button('Scene', () => saveFile(`${sources.name()}.json`, JSON.stringify(sources.json(), null, 2))),
      button('Steps (CSV)', () => saveFile(`${sources.name()}-steps.csv`, sources.steps(), 'text/csv')),
      button('Contact problem', async () => saveFile(`${sources.name()}-problem.json`, await sources.problem())),
      button('Video', async () => {
        const bytes = await sources.recording();
        videoDialog(async (settings, tell) => {
          try {
            const video = await makeVideo(bytes, settings, sources.look(), tell);
            if (video) saveFile(`${sources.name()}.webm`, video, 'video/webm');
          } catch (error) {
            sources.failed(error);
          }
        });
      }),
    ),
    element(
      'div',
      { class: 'buttons' },
      button('This step in the solver lab', async () =>
        sources.openProblem(await sources.problem(), `${sources.name()}, one step`),
      ),
    ),
  );
}
