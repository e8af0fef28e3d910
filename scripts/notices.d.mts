import type { Plugin } from 'vite';

export function noticesOf(moduleIds: Iterable<string>): string;
export function noticesPlugin(fileName: string): Plugin;
