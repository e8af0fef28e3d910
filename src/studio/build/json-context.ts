/** Where a place in a JSON text is: what it belongs to, and what is being written there. */
export interface JsonContext {
  /** keys and numbers from the root to the object, list or value at the place */
  readonly path: readonly (string | number)[];
  /** whether a key is written here, or a value */
  readonly at: 'key' | 'value';
  /** what stands from the begin of the key or value up to the place, without quotes */
  readonly written: string;
  /** first and last letter of the token at the place, quotes included */
  readonly from: number;
  readonly to: number;
}

interface Level {
  readonly kind: '{' | '[';
  key: string | undefined;
  index: number;
  /** in an object: whether the colon has come */
  colon: boolean;
}

/** One token of JSON, whole or cut off at the end of a line. */
const token = /"(?:[^"\\\n]|\\.)*"?|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/** The context of a place in a text that need not be valid JSON: as it is while somebody types. */
export function jsonContext(text: string, place: number): JsonContext {
  const levels: Level[] = [];
  const pathOf = (): (string | number)[] =>
    levels.flatMap(({ kind, key, index, colon }): (string | number)[] =>
      kind === '[' ? [index] : colon && key !== undefined ? [key] : [],
    );
  const context = (from: number, to: number): JsonContext => {
    const top = levels[levels.length - 1];
    const isKey = top?.kind === '{' && !top.colon;
    const written = text.slice(from, Math.max(from, place)).replace(/^"/, '').replace(/"$/, '');
    return { path: pathOf(), at: isKey ? 'key' : 'value', written, from, to };
  };
  token.lastIndex = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [word] = match;
    const from = match.index;
    const to = from + word.length;
    const isMark = word.length === 1 && '{}[]:,'.includes(word);
    if (from >= place && (isMark || from > place)) break;
    if (!isMark && place <= to) return context(from, to);
    take(levels, word);
  }
  return context(place, place);
}

/** Takes a whole token that stands before the place. */
function take(levels: Level[], word: string): void {
  const top = levels[levels.length - 1];
  switch (word) {
    case '{':
    case '[':
      levels.push({ kind: word, key: undefined, index: 0, colon: false });
      return;
    case '}':
    case ']':
      levels.pop();
      return;
    case ':':
      if (top) top.colon = true;
      return;
    case ',':
      if (!top) return;
      top.index++;
      top.colon = false;
      top.key = undefined;
      return;
    default:
      if (top?.kind === '{' && !top.colon) top.key = word.replace(/^"|"$/g, '');
  }
}
