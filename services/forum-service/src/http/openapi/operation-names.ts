import type { Method } from './error-responses.ts';

/** Groups of operations by the word that paths begin with, in the order in which they are shown. */
const GROUPS = new Map([
  ['', 'Dialogs'],
  ['popular', 'Dialogs'],
  ['dialog', 'Dialogs'],
  ['search', 'Dialogs'],
  ['comment', 'Comments'],
  ['vote', 'Votes'],
  ['report-dialog', 'Reports'],
  ['report-comment', 'Reports'],
  ['tag', 'Tags'],
  ['taglist', 'Tags'],
  ['properties', 'Forums'],
]);

/** Paths in the order of their groups, lists before what is below them. */
export function inReadingOrder(one: string, other: string): number {
  const words = [...GROUPS.keys()];
  const place = (path: string) => words.indexOf(firstWord(path)) * 10 + path.split('/').length;
  return place(one) - place(other);
}

/** `/comment/:slug/:id` → `comment`; paths of dialogs begin with none. */
function firstWord(path: string): string {
  const [, word = ''] = path.split('/');
  return word.startsWith(':') ? '' : word;
}

/** @throws Error for a path that is in no group: at start, where it is seen */
export function groupOf(path: string): string {
  const group = GROUPS.get(firstWord(path));
  if (group === undefined) throw new Error(`The OpenAPI document has no group for ${path}.`);
  return group;
}

/** `get-comment-by-id`, for generators that make functions of operations. */
export function operationId(method: Method, path: string): string {
  const open = path.split('/').filter((segment) => segment.startsWith(':') && segment !== ':slug');
  return [method, firstWord(path) || 'dialogs', ...open.map((segment) => `by-${segment.slice(1)}`)].join('-');
}
