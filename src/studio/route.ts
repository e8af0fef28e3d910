/** What is on show, as the part of the address after #: works from a folder too, where there is no server. */
export interface Route {
  readonly page: 'gallery' | 'scene' | 'build' | 'learn' | 'compare' | 'problem' | 'study';
  /** gallery name of the scene; empty: the scene comes with the link or was dropped */
  readonly scene: string;
  readonly query: URLSearchParams;
}

const pages = ['scene', 'build', 'learn', 'compare', 'problem', 'study'] as const;

/** #/scene/knot?set=... */
export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#\/?/, '');
  const [path, query = ''] = text.split('?', 2);
  const [page, ...rest] = path.split('/');
  const scene = decodeURIComponent(rest.join('/'));
  const known = pages.find((name) => name === page) ?? 'gallery';
  return { page: known, scene, query: new URLSearchParams(query) };
}

export function routeHash(page: Route['page'], scene = '', query: URLSearchParams = new URLSearchParams()): string {
  const text = query.toString();
  if (page === 'gallery') return '#/';
  return `#/${page}${scene ? `/${encodeURIComponent(scene)}` : ''}${text ? `?${text}` : ''}`;
}
