/** One thing that a paper says or shows, and whether it holds here. */
export interface Claim {
  /** a sentence that is true or not */
  readonly says: string;
  /** the paper's number, and ours */
  readonly paper: string;
  readonly ours: string;
  /** missing where this run cannot tell: a smaller size, a row left out, Ctrl-C */
  readonly holds?: boolean;
  /** where it does not hold: what was varied, and what that showed */
  readonly why?: string;
}

/** A claim; `holds` is undefined where the run cannot tell. */
export function claim(says: string, paper: string, ours: string, holds: boolean | undefined, why?: string): Claim {
  return { says, paper, ours, ...(holds !== undefined && { holds }), ...(holds === false && why && { why }) };
}
