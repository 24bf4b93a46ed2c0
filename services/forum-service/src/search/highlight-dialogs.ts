import { setImmediate } from 'node:timers/promises';
import { createAnalyzer, createHighlighter } from '@guidepost/search';
import type { DialogRow } from '../dialogs/dialog-record.ts';

/** What was searched for, and what the engine found instead. */
export interface Searched {
  language: string;
  query: string;
  corrections: readonly string[];
}

const TAGS = { open: '<span class="highlighted">', close: '</span>' };

/** The text of a link is its address: no part of it is a word of the text. */
const LEFT_OUT = ['a'];

/** The dialogs with what was searched for marked in their texts; nothing else of these is changed. */
export async function highlightDialogs(
  rows: readonly DialogRow[],
  { language, query, corrections }: Searched,
): Promise<DialogRow[]> {
  const analyzer = createAnalyzer(language);
  const words = analyzer.query(query);
  const highlighter = createHighlighter({ analyzer, query: words, reported: corrections, leftOut: LEFT_OUT });
  const highlighted: DialogRow[] = [];
  for (const row of rows) {
    highlighted.push({ ...row, text_html: highlighter.html(row.text_html, TAGS) });
    // A long text keeps the event loop busy for some milliseconds; others come in between.
    await setImmediate();
  }
  return highlighted;
}
