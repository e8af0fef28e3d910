/** What the site's scripts and tests need to know of Markdown. */

/** Applies a change to everything outside of fenced blocks. */
export function mapOutsideCode(text, change) {
  const parts = text.split(/(^(?:```+|~~~+)[^\n]*\n[\s\S]*?^(?:```+|~~~+)[ \t]*$)/m);
  return parts.map((part, k) => (k % 2 === 1 ? part : change(part))).join('');
}

/** Fenced blocks in order: language, what else is said behind it (`page`: for browsers), and content. */
export function blocksOf(text) {
  const pattern = /^(```+)([a-z]*)([^\n]*)\n([\s\S]*?)^\1[ \t]*$/gm;
  return [...text.matchAll(pattern)].map(([, , language, info, code]) => ({ language, info: info.trim(), code }));
}

/** The targets of links and pictures, of home pages also those in the head. */
export function linksOf(text) {
  const links = [];
  mapOutsideCode(text, (part) => {
    for (const [, target] of part.matchAll(/\]\(([^)\s]+)\)/g)) links.push(target);
    for (const [, target] of part.matchAll(/^\s+link: (\S+)$/gm)) links.push(target);
    for (const [, target] of part.matchAll(/ (?:src|srcset)="([^"\s]+\.(?:webp|png|jpg|svg))"/g)) links.push(target);
    return part;
  });
  return links;
}

/** Names of headings as VitePress (markdown-it-anchor with @mdit-vue's slugify) makes them. */
export function anchorsOf(text) {
  const seen = new Map();
  const anchors = new Set();
  mapOutsideCode(text, (part) => {
    for (const [, , title] of part.matchAll(/^(#{1,6}) +(.+?) *$/gm)) {
      const slug = slugify(title);
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      anchors.add(count === 0 ? slug : `${slug}-${count}`);
    }
    return part;
  });
  return anchors;
}

function slugify(title) {
  return title
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`/g, '')
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-+|-+$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase();
}
