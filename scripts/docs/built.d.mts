export function builtPages(folder: string): string[];
export function brokenTargets(folder: string): string[];
