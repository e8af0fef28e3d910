/** Puts the pages of the site together: its own, the documents of the repository, the gallery, the examples. */
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { anchorsOf, linksOf, mapOutsideCode } from './markdown.mjs';

const posix = path.posix;

/** Documents at the top of the repository that are pages, with their names on the site. */
const documents = {
  'README.md': 'guide.md',
  ...Object.fromEntries(
    ['ARCHITECTURE', 'NOTATION', 'CHANGELOG', 'CONTRIBUTING', 'CODE_OF_CONDUCT', 'SECURITY'].map((name) => [
      `${name}.md`,
      `${name}.md`,
    ]),
  ),
};

/** Every page: where it is in the repository, where on the site. */
function sources(root) {
  const found = Object.entries(documents).map(([from, to]) => ({ from, to }));
  for (const [folder, skip] of [
    ['docs', 'api'],
    ['site/pages', ''],
  ])
    for (const file of readdirSync(path.join(root, folder), { recursive: true })) {
      const name = String(file).split(path.sep).join('/');
      if (name.endsWith('.md') && name.split('/')[0] !== skip) found.push({ from: `${folder}/${name}`, to: name });
    }
  return found;
}

/** Where a file of the repository is on the site: a page, a picture, a file to look at; or null where it is not. */
function placeOf(root, pages, file) {
  if (pages.has(file)) return pages.get(file);
  if (file === 'examples') return 'examples.md';
  if (file.startsWith('docs/images/')) return file.slice(5);
  if (/^(examples|schema)\//.test(file) && statSync(path.join(root, file)).isFile()) return `files/${file}`;
  return null;
}

/**
 * Writes the pages into a folder; returns them as `{ name, text }` with the links that lead nowhere. Links between
 * documents become links between pages; files of the repository that are not on the site become plain text.
 */
export function assemblePages(root, work) {
  const found = sources(root);
  const byFile = new Map(found.map(({ from, to }) => [from, to]));
  const pages = found.map(({ from, to }) => ({
    name: to,
    from,
    text: rewriteLinks(root, byFile, from, to, readFileSync(path.join(root, from), 'utf8')),
  }));
  pages.push({ name: 'gallery.md', from: 'gallery', text: galleryPage(root) });
  pages.push({ name: 'examples.md', from: 'examples', text: examplesPage(root) });
  for (const { name, text } of pages) {
    mkdirSync(path.dirname(path.join(work, name)), { recursive: true });
    writeFileSync(path.join(work, name), text);
  }
  cpSync(path.join(root, 'docs/images'), path.join(work, 'images'), { recursive: true });
  cpSync(path.join(root, 'src/studio/pictures'), path.join(work, 'pictures'), { recursive: true });
  cpSync(path.join(root, 'src/studio/public/icon.svg'), path.join(work, 'public/icon.svg'));
  for (const folder of ['examples', 'schema'])
    cpSync(path.join(root, folder), path.join(work, 'public/files', folder), { recursive: true });
  return { pages, dead: deadLinks(pages, work) };
}

/** The link on the site to a file that a document names; undefined for what is no file of the repository, null for what is not on the site. */
function linkTo(root, byFile, from, to, target) {
  const [file, anchor] = target.split('#');
  if (file === '' || /^[a-z]+:/.test(file)) return undefined;
  const own = posix.normalize(posix.join(posix.dirname(from), file)).replace(/\/$/, '');
  if (!existsSync(path.join(root, own))) return undefined;
  const place = placeOf(root, byFile, own);
  if (place === null) return null;
  const link = place.startsWith('files/') ? `/${place}` : posix.relative(posix.dirname(to), place);
  const relative = link.startsWith('.') || link.startsWith('/') ? link : `./${link}`;
  return `${relative}${anchor ? `#${anchor}` : ''}`;
}

function rewriteLinks(root, byFile, from, to, text) {
  if (from.startsWith('site/')) return text;
  return mapOutsideCode(text, (part) =>
    part
      .replace(/(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (whole, picture, label, target) => {
        const link = linkTo(root, byFile, from, to, target);
        if (link === undefined) return whole;
        return link === null ? label : `${picture}[${label}](${link})`;
      })
      .replace(/ (src|srcset)="([^"\s]+)"/g, (whole, attribute, target) => {
        const link = linkTo(root, byFile, from, to, target);
        return link ? ` ${attribute}="${link}"` : whole;
      }),
  );
}

/** The picture of a scene in the theme of the page; where there is one over dark pages only, that one. */
function galleryPicture(root, name) {
  const image = (ending, theme) =>
    `<img class="in-${theme}" src="./pictures/${name}${ending}" alt="${name}" loading="lazy">`;
  const has = (ending) => existsSync(path.join(root, `src/studio/pictures/${name}${ending}`));
  if (!has('.webp')) return '';
  if (!has('.light.webp')) return `![${name}](./pictures/${name}.webp)\n\n`;
  return `${image('.light.webp', 'light')}${image('.webp', 'dark')}\n\n`;
}

/** Every scene with its picture; those that are light enough run in the page. */
function galleryPage(root) {
  const folder = path.join(root, 'src/scene/gallery');
  const scenes = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
  const parts = scenes.map(({ name, description = '', source }) => {
    const shown = galleryPicture(root, name);
    return `## ${name}\n\n${shown}${description}${source ? `\n\n_${source}_` : ''}\n\n\`npx stickslip run ${name}\`\n`;
  });
  const live = ['incline', 'spaghetti-7', 'triangle'].filter((name) => scenes.some((scene) => scene.name === name));
  const running = live.map((name) => `### ${name}, live\n\n<LiveScene scene="${name}" />\n`);
  return `# Gallery\n\nThe scenes that come with stickslip, in pictures of real runs; \`npm start\` opens them in the studio. Some run right here:\n\n${running.join('\n')}\n${parts.join('\n')}`;
}

function examplesPage(root) {
  const folder = path.join(root, 'examples');
  const programs = readdirSync(folder).filter((file) => file.endsWith('.mjs'));
  const python = readdirSync(path.join(folder, 'python')).filter((file) => file.endsWith('.py'));
  const block = (file, language) =>
    `## ${file}\n\n\`\`\`\`${language}\n${readFileSync(path.join(folder, file), 'utf8').trimEnd()}\n\`\`\`\`\n`;
  return [
    '# Examples\n\nPrograms of the folder `examples`; each is run by a test, and prints what its last lines say.\n',
    ...programs.map((file) => block(file, 'js')),
    ...python.map((file) => block(`python/${file}`, 'python')),
  ].join('\n');
}

/** Links of pages that lead to no page, picture, file or heading. API pages are made later and checked in the built site. */
export function deadLinks(pages, work) {
  const anchors = new Map(pages.map(({ name, text }) => [name, anchorsOf(text)]));
  const dead = [];
  for (const { name, from, text } of pages) {
    for (const link of linksOf(text)) {
      const [file, anchor] = link.split('#');
      if (/^[a-z]+:/.test(link) || file.startsWith('/api')) continue;
      const target = file === '' ? name : posix.join(file.startsWith('/') ? '' : posix.dirname(name), file);
      const page = [target, `${target}.md`, posix.join(target, 'index.md')].find((own) =>
        anchors.has(own.replace(/^\//, '')),
      );
      const known = page && anchors.get(page.replace(/^\//, ''));
      const isFile = existsSync(path.join(work, target)) || existsSync(path.join(work, 'public', target));
      if (!known && !isFile) dead.push(`${from}: ${link} leads nowhere`);
      else if (anchor && known && !known.has(decodeURIComponent(anchor)))
        dead.push(`${from}: ${link}: no such heading`);
    }
  }
  return dead;
}
