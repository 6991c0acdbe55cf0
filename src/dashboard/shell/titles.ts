import type { PageRoute } from '../data/router.ts';
import { shell } from '../messages/shell/index.ts';

/** Translates a title, group or short label of the routes; they are English in the code. */
export function translateTitle(title: string): string {
  return shell.titles[title] ?? title;
}

/** Returns the title of a page in the page's language. */
export function titleOf({ title }: Pick<PageRoute, 'title'>): string {
  return translateTitle(title);
}
