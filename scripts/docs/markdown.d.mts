export function blocksOf(text: string): { language: string; info: string; code: string }[];
export function anchorsOf(text: string): Set<string>;
