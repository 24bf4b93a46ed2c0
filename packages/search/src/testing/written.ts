import { createAnalyzer } from '../analysis/analyzer.ts';
import type { WordForm } from '../analysis/word.ts';

/** `form`, or `form/stem` where they differ, and `~folded` where it is another one. */
export function writtenForm({ form, stem, folded }: WordForm): string {
  return `${form}${stem === form ? '' : `/${stem}`}${folded === undefined ? '' : `~${folded}`}`;
}

/** The words of a text on a line, as `writtenForm` writes them. */
export function writtenWords(language: string, text: string): string {
  return createAnalyzer(language).words(text).map(writtenForm).join(' ');
}
