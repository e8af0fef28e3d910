export interface SitePage {
  readonly name: string;
  readonly from: string;
  readonly text: string;
}
export function assemblePages(root: string, work: string): { pages: SitePage[]; dead: string[] };
export function deadLinks(pages: readonly SitePage[], work: string): string[];
