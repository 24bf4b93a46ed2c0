/** In display order. */
const GROUPS = new Map([
  ['', 'Dialogs'],
  ['popular', 'Dialogs'],
  ['dialog', 'Dialogs'],
  ['search', 'Dialogs'],
  ['comment', 'Comments'],
  ['vote', 'Votes'],
  ['report-dialog', 'Reports'],
  ['report-comment', 'Reports'],
  ['reports', 'Reports'],
  ['addresses', 'Old addresses'],
  ['tag', 'Tags'],
  ['taglist', 'Tags'],
  ['properties', 'Forums'],
]);

/** Sorts paths by group, lists before single records. */
export function inReadingOrder(one: string, other: string): number {
  const words = [...GROUPS.keys()];
  const place = (path: string) => words.indexOf(firstWord(path)) * 10 + path.split('/').length;
  return place(one) - place(other);
}

/** `/comment/:slug/:id` → `comment`; empty for paths of dialogs. */
function firstWord(path: string): string {
  const [, word = ''] = path.split('/');
  return word.startsWith(':') ? '' : word;
}

/** @throws Error at start, for a path without a group */
export function groupOf(path: string): string {
  const group = GROUPS.get(firstWord(path));
  if (group === undefined) throw new Error(`The OpenAPI document has no group for ${path}.`);
  return group;
}

/** `get-comment-by-id`: unique names for code generators. */
export function operationId(method: 'get' | 'post' | 'patch' | 'delete', path: string): string {
  const open = path.split('/').filter((segment) => segment.startsWith(':') && segment !== ':slug');
  const last = path.split('/').at(-1) ?? '';
  const action = open.length > 0 && !last.startsWith(':') ? [last] : [];
  const by = open.map((segment) => `by-${segment.slice(1)}`);
  return [method, firstWord(path) || 'dialogs', ...by, ...action].join('-');
}
