export const placeholder: string;
export function changeScript(code: string): string;
