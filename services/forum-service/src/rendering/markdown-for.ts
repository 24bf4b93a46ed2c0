import { kindByEnding } from '../model/media-kind.ts';
import { escapeMarkdown } from './escape-markdown.ts';

/** Markdown that shows a file, or links to it. @param name as its author calls it */
export function markdownFor(name: string, address: string): string {
  const isShown = kindByEnding(new URL(address)) !== 'other';
  return `${isShown ? '!' : ''}[${escapeMarkdown(onOneLine(name))}](${address})`;
}

/** Short enough for a post. */
function onOneLine(name: string): string {
  return name
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, 100)
    .trim();
}
