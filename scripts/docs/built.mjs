/** Looks at a built site as a static host serves it. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Every page of a built site, by its path in the folder. */
export function builtPages(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => String(name).split(path.sep).join('/'))
    .filter((name) => name.endsWith('.html') && name !== '404.html')
    .sort();
}

const idsOf = (html) => new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));

/** Links, scripts and pictures of the pages that are not there, and anchors without a heading. */
export function brokenTargets(folder) {
  const pages = builtPages(folder);
  const html = new Map(pages.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
  const ids = new Map([...html].map(([name, text]) => [name, idsOf(text)]));
  const broken = new Set();
  for (const [name, text] of html) {
    for (const [, target] of text.matchAll(/\s(?:href|src)="([^"]+)"/g)) {
      if (/^([a-z]+:|data:|#$)/.test(target)) continue;
      const [file, anchor] = target.replaceAll('&amp;', '&').split('#');
      if (file.startsWith('/')) broken.add(`${name}: ${target} does not work under a path`);
      const own = file === '' ? name : path.posix.join(path.posix.dirname(name), decodeURI(file.split('?')[0]));
      const found = [own, `${own}.html`, path.posix.join(own, 'index.html')].find((place) => {
        const full = path.join(folder, place);
        return existsSync(full) && statSync(full).isFile();
      });
      if (found === undefined) broken.add(`${name}: ${target} leads nowhere`);
      else if (anchor && ids.has(found) && !ids.get(found).has(decodeURIComponent(anchor)))
        broken.add(`${name}: ${target}: no such heading`);
    }
  }
  return [...broken];
}
