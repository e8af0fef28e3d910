export function notesOf(changelog: string, version: string): string | undefined;
export function faults(version: string, changelog: string, versions: Readonly<Record<string, string>>): string[];
