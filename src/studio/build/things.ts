/** JSON of a scene while it is built: anything may stand in it, the schema judges it when it is run. */
export type Json = Record<string, unknown>;
export type Triple = readonly [number, number, number];

/** Where the things of a scene stand in its file. */
export type ThingList = 'bodies' | 'obstacles' | 'joints';

/** One of the things of a scene. */
export interface Thing {
  readonly list: ThingList;
  readonly index: number;
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isTriple = (value: unknown): value is Triple =>
  Array.isArray(value) && value.length === 3 && value.every((x) => typeof x === 'number');

/** The entries of a list of the scene. */
export function entries(scene: unknown, list: ThingList): readonly Json[] {
  const found = isObject(scene) ? scene[list] : undefined;
  return Array.isArray(found) ? (found as Json[]) : [];
}

export function entryOf(scene: unknown, { list, index }: Thing): Json | undefined {
  return entries(scene, list)[index];
}

export const sameThing = (a: Thing | undefined, b: Thing | undefined): boolean =>
  a?.list === b?.list && a?.index === b?.index;

/** The name that other parts of the scene call an entry by. */
export function nameOf(scene: unknown, thing: Thing): string {
  const entry = entryOf(scene, thing);
  if (typeof entry?.name === 'string') return entry.name;
  const kind = thing.list === 'obstacles' ? 'obstacle' : thing.list === 'joints' ? 'joint' : String(entry?.type);
  return `${kind}-${thing.index}`;
}

/** The scene with an entry replaced. */
export function withEntry(scene: unknown, { list, index }: Thing, entry: Json): Json {
  const changed = [...entries(scene, list)];
  changed[index] = entry;
  return { ...(scene as Json), [list]: changed };
}

/** A name that nothing in the scene has: box, box-2, box-3, ... */
export function freeName(scene: unknown, wanted: string): string {
  const taken = new Set(['world']);
  for (const list of ['bodies', 'obstacles', 'joints'] as const) {
    entries(scene, list).forEach((_, index) => taken.add(nameOf(scene, { list, index })));
  }
  const stem = wanted.replace(/-\d+$/, '');
  if (!taken.has(wanted)) return wanted;
  for (let k = 2; ; k++) if (!taken.has(`${stem}-${k}`)) return `${stem}-${k}`;
}

/** The scene with a thing more, and which one it is. */
export function add(scene: unknown, list: ThingList, entry: Json): { readonly scene: Json; readonly thing: Thing } {
  const all = entries(scene, list);
  return { scene: { ...(scene as Json), [list]: [...all, entry] }, thing: { list, index: all.length } };
}

/** Names of what a joint is between. */
export function jointNames(joint: Json): string[] {
  const between = Array.isArray(joint.between) ? joint.between : [];
  return between.map((end: unknown) => String(isObject(end) ? end.body : end));
}

/**
 * The scene without a thing, and without what cannot be without it: its joints, the hair that grows on it, what it
 * carries. Undefined where nothing would be left to simulate.
 */
export function remove(scene: unknown, thing: Thing): Json | undefined {
  const gone = new Set([nameOf(scene, thing)]);
  const isGone = (entry: Json): boolean => {
    const { on, motion } = entry;
    return gone.has(String(on)) || (isObject(motion) && gone.has(String(motion.with)));
  };
  // names of entries without one are numbers of places: they must not change for those that stay
  const whole = named(scene);
  const keep = (list: ThingList, drop: (entry: Json) => boolean): Json[] =>
    entries(whole, list).filter((entry, index) => {
      if (!sameThing(thing, { list, index }) && !drop(entry)) return true;
      gone.add(nameOf(whole, { list, index }));
      return false;
    });
  const obstacles = keep('obstacles', isGone);
  const bodies = keep('bodies', isGone);
  const joints = keep('joints', (joint) => jointNames(joint).some((name) => gone.has(name)));
  if (bodies.length === 0) return undefined;
  const { joints: _, ...rest } = whole;
  return { ...rest, obstacles, bodies, ...(joints.length > 0 && { joints }) };
}

/** The scene with names for all bodies and obstacles that joints call by their number. */
function named(scene: unknown): Json {
  const called = new Set(entries(scene, 'joints').flatMap(jointNames));
  const name = (list: ThingList): Json[] =>
    entries(scene, list).map((entry, index) => {
      const own = nameOf(scene, { list, index });
      return entry.name === undefined && called.has(own) ? { ...entry, name: own } : entry;
    });
  return { ...(scene as Json), bodies: name('bodies'), obstacles: name('obstacles') };
}

/** The scene with another name for a thing, wherever it is called by it. */
export function rename(scene: unknown, thing: Thing, name: string): Json {
  const old = nameOf(scene, thing);
  const changed = withEntry(scene, thing, { ...entryOf(scene, thing), name });
  const call = (value: unknown): unknown => (value === old ? name : value);
  const calls = (entry: Json): Json => ({
    ...entry,
    ...(entry.on === old && { on: name }),
    ...(isObject(entry.motion) && entry.motion.with === old && { motion: { ...entry.motion, with: name } }),
  });
  const joints = entries(changed, 'joints').map((joint) => ({
    ...joint,
    between: (joint.between as unknown[]).map((end) => (isObject(end) ? { ...end, body: call(end.body) } : call(end))),
  }));
  return {
    ...changed,
    bodies: entries(changed, 'bodies').map(calls),
    obstacles: entries(changed, 'obstacles').map(calls),
    ...(joints.length > 0 && { joints }),
  };
}
