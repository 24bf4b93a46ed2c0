import type { TagOutcome } from '../tags/tag-dialog.ts';

/** What became of tags, in a line each. */
export function describeTags(
  { changed, unchanged }: TagOutcome,
  { done, already }: { done: string; already: string },
): string {
  return [
    ...(changed.length > 0 ? [`${done}: ${changed.join(', ')}.`] : []),
    ...(unchanged.length > 0 ? [`${already}: ${unchanged.join(', ')}.`] : []),
  ].join('\n');
}
