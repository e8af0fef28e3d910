/**
 * How deep lists and objects may stand in each other. Scenes, problems and glTF files need less than twenty; what walks through
 * them calls itself for each level, and the stack ends at some thousands.
 */
const deepest = 200;

/** As `JSON.parse`, but text nested so deep that walking through it would end the program is a `SyntaxError` as well. */
export function parseJson(text: string): unknown {
  const at = tooDeep(text);
  if (at >= 0) throw new SyntaxError(`lists and objects nested more than ${deepest} deep at position ${at}`);
  return JSON.parse(text);
}

/** Where a text opens more brackets than may be open at a time, outside of its strings; -1 where it never does. */
function tooDeep(text: string): number {
  let depth = 0;
  for (let k = 0; k < text.length; k++) {
    switch (text.charCodeAt(k)) {
      case 0x22: // "
        for (k++; k < text.length && text.charCodeAt(k) !== 0x22; k++) if (text.charCodeAt(k) === 0x5c) k++;
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > deepest) return k;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth--;
    }
  }
  return -1;
}
