/** Written when a build is complete. */
export const stamp: string;
/** True where every source file is older than the last complete build. */
export function isBuilt(): boolean;
