import type { Recording } from '../../record/recording.js';

/** What was brought to the window, or handed from one page to another, for the page that shows it. */
export const dropped: {
  scene: unknown;
  recording: { readonly recording: Recording; readonly bytes: Uint8Array } | undefined;
  problem: { readonly bytes: Uint8Array; readonly name: string } | undefined;
  study: { readonly json: unknown; readonly name: string } | undefined;
} = { scene: undefined, recording: undefined, problem: undefined, study: undefined };
