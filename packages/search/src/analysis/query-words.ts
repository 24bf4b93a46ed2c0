import type { Entry } from './entry.ts';
import type { QueryWord, Word, WordForm } from './word.ts';

// A one-letter prefix would match almost everything, and so would many two-letter stems (`us` of uses).
const SHORTEST_PREFIX = 2;
const SHORTEST_STEM_AS_PREFIX = 3;
// In these scripts, one character is a word or most of it.
const SIGN =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

// Typed queries are short; each word of a pasted text costs an index lookup.
const MOST_WORDS = 50;

/** The first distinct words of a query. The last one may be incomplete, even if punctuation follows. */
export function queryWords(entries: readonly Entry[], text: string): QueryWord[] {
  const words = new Map<string, QueryWord>();
  for (const [index, { word, parts }] of entries.entries()) {
    if (words.size === MOST_WORDS) break;
    if (words.has(word.stem)) continue;
    const prefix = index === entries.length - 1 ? prefixOf(word) : undefined;
    words.set(word.stem, {
      typed: text.slice(word.start, word.end),
      ...formOf(word),
      parts: parts.map(formOf),
      ...(prefix === undefined ? {} : { prefix }),
    });
  }
  return [...words.values()];
}

export function formOf({ form, stem, folded }: Word): WordForm {
  return { form, stem, ...(folded === undefined ? {} : { folded }) };
}

/** The stem if the form begins with it, so that other inflections match; else what was typed. */
function prefixOf({ form, stem }: WordForm): string | undefined {
  const prefix = form.startsWith(stem) && stem.length >= SHORTEST_STEM_AS_PREFIX ? stem : form;
  return prefix.length >= SHORTEST_PREFIX || SIGN.test(prefix) ? prefix : undefined;
}
