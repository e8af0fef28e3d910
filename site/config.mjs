/** The site's settings, taken by scripts/docs.mjs, which puts the pages into site/.work first. */
const text = (items) => items.map(([text, link]) => ({ text, link }));

const guide = [
  {
    text: 'Begin',
    items: text([
      ['Guide', '/guide'],
      ['Gallery', '/gallery'],
    ]),
  },
  {
    text: 'Tutorials',
    items: text([
      ['A block on a slope', '/tutorials/slope'],
      ['A rope over a bar', '/tutorials/rope'],
      ['A world by calls', '/tutorials/world'],
      ['The friction of a rope', '/tutorials/capstan'],
      ['The safety of a wall', '/tutorials/wall'],
      ['A groom that stays', '/tutorials/groom'],
      ['Hair and cloth on characters', '/tutorials/characters'],
      ['From Python', '/python'],
    ]),
  },
  {
    text: 'Reference',
    items: text([
      ['Scene files', '/scenes'],
      ['Worlds by calls', '/worlds'],
      ['The studio', '/the-studio'],
      ['Runs, recordings, exports', '/recordings'],
      ['Studies', '/studies'],
      ['From measurements', '/identify'],
      ['Problem files', '/formats'],
      ['API', '/api/'],
      ['Versions', '/versions'],
      ['Changelog', '/CHANGELOG'],
    ]),
  },
  {
    text: 'Why to believe it',
    items: text([
      ['Theory', '/theory'],
      ['Notation', '/NOTATION'],
      ['Evidence', '/evidence'],
      ['Validation', '/validation'],
      ['Reproductions', '/reproductions'],
      ['Other engines', '/peers'],
      ['Sizes and times', '/performance'],
      ['How a step is taken', '/steps'],
    ]),
  },
  {
    text: 'Inside',
    items: text([
      ['Architecture', '/ARCHITECTURE'],
      ['Contributing', '/CONTRIBUTING'],
    ]),
  },
];

/** @param base the path that is put in place of the site's own, and made relative after building */
export const siteConfig = ({ base, apiSidebar, work }) => ({
  title: 'stickslip',
  description: 'Fibers, rigid bodies and cloth in contact, with exact Coulomb friction',
  base,
  // Firefox counts prefetching as default-src, which a strict content security policy leaves at 'none'
  router: { prefetchLinks: false },
  srcDir: work,
  head: [['link', { rel: 'icon', href: `${base}icon.svg` }]],
  appearance: true,
  lastUpdated: false,
  // rewritten and checked by scripts/docs.mjs, which knows files outside of the pages too
  ignoreDeadLinks: true,
  markdown: { html: true },
  themeConfig: {
    nav: text([
      ['Guide', '/guide'],
      ['Gallery', '/gallery'],
      ['API', '/api/'],
      ['Evidence', '/evidence'],
      ['Theory', '/theory'],
    ]),
    sidebar: { '/api/': apiSidebar, '/': guide },
    search: { provider: 'local' },
    outline: [2, 3],
  },
});
