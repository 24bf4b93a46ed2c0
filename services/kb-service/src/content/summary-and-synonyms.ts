import { foldWhiteSpace } from '@guidepost/service-kit';

/** Characters. */
export const LONGEST_SUMMARY = 300;

/** Words and phrases. */
export const MOST_SYNONYMS = 50;

/** Characters. */
export const LONGEST_SYNONYM = 100;

const ELLIPSIS = '…';

/** A summary as typed, in one line; undefined for what it cannot be. */
export function parseSummary(text: string): string | undefined {
  const summary = foldWhiteSpace(text);
  return summary !== '' && lengthOf(summary) <= LONGEST_SUMMARY && summary.isWellFormed()
    ? summary
    : undefined;
}

/** The description of a guide elsewhere as a summary, cut after a word where it is too long; undefined for none. */
export function fitSummary(text: string): string | undefined {
  const summary = foldWhiteSpace(text.toWellFormed());
  if (lengthOf(summary) <= LONGEST_SUMMARY) return summary || undefined;
  const letters = Array.from(summary).slice(0, LONGEST_SUMMARY - ELLIPSIS.length);
  const space = letters.lastIndexOf(' ');
  const cut = letters.slice(0, space > 0 ? space : undefined).join('');
  return cut.replace(/[,;:]$/, '') + ELLIPSIS;
}

/** Words and phrases as typed, with commas between them; undefined if they are too many or too long. */
export function parseSynonyms(text: string): string[] | undefined {
  const synonyms = distinct(text);
  const fits = synonyms.length <= MOST_SYNONYMS && synonyms.every(isShort) && text.isWellFormed();
  return fits && synonyms.length > 0 ? synonyms : undefined;
}

/** The keywords of a guide elsewhere, as many as fit; undefined for none. */
export function fitSynonyms(texts: readonly string[]): string[] | undefined {
  const synonyms = distinct(texts.join(',').toWellFormed()).filter(isShort).slice(0, MOST_SYNONYMS);
  return synonyms.length > 0 ? synonyms : undefined;
}

function distinct(text: string): string[] {
  return [...new Set(text.split(',').map(foldWhiteSpace).filter(Boolean))];
}

function isShort(synonym: string): boolean {
  return lengthOf(synonym) <= LONGEST_SYNONYM;
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}
