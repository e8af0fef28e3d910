/**
 * JSON with sorted keys and with numbers that JSON does not know (NaN, infinities, -0) as texts: equal values, equal text.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, own: unknown) => {
    if (typeof own === 'number') return numberToJson(own);
    if (typeof own !== 'object' || own === null || Array.isArray(own)) return own;
    const sorted: Record<string, unknown> = {};
    for (const key of Object.keys(own).sort()) sorted[key] = (own as Record<string, unknown>)[key];
    return sorted;
  });
}

/** A number as JSON keeps it without loss. */
export function numberToJson(x: number): number | string {
  if (Number.isFinite(x) && !Object.is(x, -0)) return x;
  return Object.is(x, -0) ? '-0' : String(x);
}

/** The number of what `numberToJson` gave. */
export function numberFromJson(x: unknown): number {
  return typeof x === 'string' || typeof x === 'number' ? Number(x) : NaN;
}
