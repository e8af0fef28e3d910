import type { ContactReport } from '../simulation/messages.js';

const svgName = 'http://www.w3.org/2000/svg';
const width = 292;
const height = 150;
/** Where the apex of the cone stands, and how high the normal part reaches (pixels). */
const apex = { x: width / 2, y: height - 18 };
const reach = 104;

function svg(tag: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const made = document.createElementNS(svgName, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.textContent = text;
  return made;
}

/** What a contact's force does, in words. */
export function coneWords({ state, mu, r }: Pick<ContactReport, 'state' | 'mu' | 'r'>): string {
  const tangent = Math.hypot(r[1], r[2]);
  const limit = mu * Math.max(0, r[0]);
  if (state === 'takeOff' || r[0] <= 0) return 'It takes off: no force, the apex of the cone.';
  if (limit === 0) return 'No friction: the force is along the normal, the cone is a line.';
  const share = Math.round((100 * tangent) / limit);
  // what solvers of pyramids let happen: the law has no such force
  if (share > 101)
    return `The force is outside the cone, at ${share} % of its limit: a pyramid reaches further at its corners.`;
  if (state === 'slide') return 'It slides: the force is on the edge of the cone, against the motion.';
  return share >= 99
    ? 'This contact sticks at the very limit: a little more, and others beside it take the load, or it slides.'
    : `It sticks: the force is inside the cone, at ${share} % of its limit.`;
}

/**
 * The friction cone in the plane of the normal and the tangential force, with the force r in it and the slip u_T below:
 * to scale, r_N always as high as the drawing, so that μ is the slope that is seen.
 */
export function coneSection(report: Pick<ContactReport, 'state' | 'mu' | 'r' | 'u'>): SVGElement {
  const { state, mu, r, u } = report;
  const words = coneWords(report);
  const root = svg('svg', {
    viewBox: `0 0 ${width} ${height}`,
    class: 'cone-section',
    role: 'img',
    'aria-label': words,
  });
  root.append(svg('title', {}, words));
  // a wide cone is drawn lower rather than beyond the edges
  const high = Math.min(reach, (0.5 * width - 14) / Math.max(mu, 1e-9));
  const half = mu * high;
  const edge = `M${apex.x - half} ${apex.y - high} L${apex.x} ${apex.y} L${apex.x + half} ${apex.y - high}`;
  root.append(
    svg('path', { d: `${edge} Z`, class: 'cone-inside' }),
    svg('path', { d: edge, class: 'cone-edge' }),
    svg('line', { x1: 8, y1: apex.y, x2: width - 8, y2: apex.y, class: 'cone-floor' }),
    svg(
      'text',
      { x: apex.x - half - 6, y: apex.y - high + 10, class: 'cone-word', 'text-anchor': 'end' },
      `μ = ${Number(mu.toPrecision(3))}`,
    ),
  );
  const tangent = Math.hypot(r[1], r[2]);
  if (r[0] > 0) {
    const x = apex.x + (tangent / r[0]) * high;
    const y = apex.y - high;
    root.append(
      arrow(apex.x, apex.y, x, y, `cone-force ${state}`),
      svg('text', { x: x - 12, y: y - 4, class: 'cone-word' }, 'r'),
    );
  }
  // along the direction of r_T: sliding, they point apart
  const slip = Math.hypot(u[1], u[2]);
  if (slip > 0 && state !== 'stick') {
    const along = tangent > 0 ? (u[1] * r[1] + u[2] * r[2]) / (tangent * slip) : 1;
    const x = apex.x + 56 * along;
    root.append(
      arrow(apex.x, apex.y + 10, x, apex.y + 10, 'cone-slip'),
      svg('text', { x: x + (along < 0 ? -22 : 6), y: apex.y + 14, class: 'cone-word' }, 'u_T'),
    );
  }
  return root;
}

/** A line with a head. */
function arrow(x1: number, y1: number, x2: number, y2: number, name: string): SVGElement {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [bx, by] = [x2 - 9 * dx, y2 - 9 * dy];
  const head = `M${x2} ${y2} L${bx - 4 * dy} ${by + 4 * dx} L${bx + 4 * dy} ${by - 4 * dx} Z`;
  const group = svg('g', { class: name });
  group.append(svg('line', { x1, y1, x2: bx, y2: by }), svg('path', { d: head }));
  return group;
}
