import { createAnalyzer } from '../analysis/analyzer.ts';
import type { WordForm } from '../analysis/word.ts';

/** `form`, `form/stem` or `form/stem~folded`, where they differ. */
export function writtenForm({ form, stem, folded }: WordForm): string {
  return `${form}${stem === form ? '' : `/${stem}`}${folded === undefined ? '' : `~${folded}`}`;
}

/** The words of a text in that notation. */
export function writtenWords(language: string, text: string): string {
  return createAnalyzer(language).words(text).map(writtenForm).join(' ');
}
