/** What was dropped on the window, for the page that shows it. */
export const dropped: { scene: unknown } = { scene: undefined };
