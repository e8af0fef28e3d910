export function withEvidence(page: string, section: string): Promise<string>;
