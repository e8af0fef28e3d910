/** What was typed and not run yet, kept while the page is loaded again; one at a time, in this tab alone. */
const key = 'stickslip-draft';

/** Keeps what was typed in place of a text, or forgets it. */
export function keepDraft(of: string, typed: string | undefined): void {
  try {
    if (typed !== undefined) sessionStorage.setItem(key, JSON.stringify({ of, typed }));
    else if (takeDraft(of) !== undefined) sessionStorage.removeItem(key);
  } catch {
    // storage is full or refused: then a reload loses it, as everywhere
  }
}

/** What was typed in place of a text, if anything was. */
export function takeDraft(of: string): string | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as { of: string; typed: string } | null;
    return kept?.of === of ? kept.typed : undefined;
  } catch {
    return undefined;
  }
}
