import { createAnalyzer, createHighlighter, type Highlighter, type SearchQuery } from '@guidepost/search';
import type { DialogRow } from '../posts/dialog.ts';

/** The query, and what else the engine matched. */
export interface Searched {
  language: string;
  query: SearchQuery;
  otherWords: readonly string[];
}

const TAGS = { open: '<span class="highlighted">', close: '</span>' };

/** The text of a link is its address, not words. Tags and embeds stay as they are anyway. */
const SKIPPED_ELEMENTS = ['a'];

export function highlighterOf({ language, query, otherWords }: Searched): Highlighter {
  const analyzer = createAnalyzer(language);
  return createHighlighter({ analyzer, query, otherWords, leftOut: SKIPPED_ELEMENTS });
}

/** Highlights matches in the texts of dialogs and nothing else. */
export function createRowHighlighter(searched: Searched): (row: DialogRow) => DialogRow {
  const highlighter = highlighterOf(searched);
  return (row) => ({ ...row, text_html: highlighter.html(row.text_html, TAGS) });
}
