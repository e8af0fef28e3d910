export const placeholder: string;
export function changeScript(code: string): string;
export function moveScripts(folder: string): void;
