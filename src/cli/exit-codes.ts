/** Exit codes: done; ran but did not reach what was asked; wrong usage or bad input. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;
