/** What was dropped on the window, or handed from one page to another, for the page that shows it. */
export const dropped: {
  scene: unknown;
  problem: { readonly bytes: Uint8Array; readonly name: string } | undefined;
} = { scene: undefined, problem: undefined };
