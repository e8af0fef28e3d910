import { galleryList, gallerySceneNamed } from '../scene/gallery/gallery.js';
import { short } from '../present/format.js';
import type { AddCommand } from './program.js';
import { loadScene, outsideOption } from './scene-input.js';
import { formatTable } from '../present/table.js';

const examples = `
Examples:
  stickslip scenes                        the gallery, a line each
  stickslip scenes incline > mine.json    a scene file to start from`;

/** `stickslip scenes`: the gallery. */
export const addScenes: AddCommand = (program, { terminal }) => {
  program
    .command('scenes')
    .description('list the gallery, or print the file of one of its scenes')
    .argument('[NAME]', 'scene to print')
    .option('--json', 'print a JSON list')
    .option(...outsideOption)
    .addHelpText('after', examples)
    .action(async (name: string | undefined, options: { json?: boolean; allowOutside?: boolean }) => {
      if (name !== undefined) {
        const scene = gallerySceneNamed(name) ?? (await loadScene(terminal, name, [], options));
        terminal.out(`${JSON.stringify(scene, null, 2)}\n`);
        return;
      }
      const scenes = galleryList();
      if (options.json) {
        terminal.out(`${JSON.stringify(scenes)}\n`);
        return;
      }
      const columns = [{ title: 'scene' }, { title: 'time', align: 'right' as const }, { title: 'what happens' }];
      const rows = scenes.map((scene) => [scene.name, `${short(scene.duration)} s`, scene.description]);
      terminal.out(formatTable({ columns, rows }));
    });
};
