import { createAnalyzer, createHighlighter, type Highlighter, type SearchQuery } from '@guidepost/search';
import type { DialogRow } from '../dialogs/dialog.ts';

/** What was searched for, and what the engine found instead. */
export interface Searched {
  language: string;
  query: SearchQuery;
  corrections: readonly string[];
}

const TAGS = { open: '<span class="highlighted">', close: '</span>' };

/** The text of a link is its address: no part of it is a word of the text. */
const LEFT_OUT = ['a'];

export function highlighterOf({ language, query, corrections }: Searched): Highlighter {
  const analyzer = createAnalyzer(language);
  return createHighlighter({ analyzer, query, reported: corrections, leftOut: LEFT_OUT });
}

/** Marks what was searched for in the texts of dialogs; nothing else of these is changed. */
export function createMarks(searched: Searched): (row: DialogRow) => DialogRow {
  const highlighter = highlighterOf(searched);
  return (row) => ({ ...row, text_html: highlighter.html(row.text_html, TAGS) });
}
