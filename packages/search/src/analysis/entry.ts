import type { Beginnings } from './beginnings.ts';
import type { Language } from './languages.ts';
import { type Lexicon, LONGEST_FORM } from './lexicon.ts';
import type { Span, Token } from './tokens.ts';
import type { Word, WordForm } from './word.ts';

export interface Entry {
  readonly word: Word;
  readonly parts: readonly Word[];
}

export interface Reading extends Partial<Wanted> {
  readonly text: string;
  readonly language: Language;
  readonly lexicon: Lexicon;
}

/** The words that are looked for in several texts. */
export interface Wanted {
  /** Other words are not read; undefined if any may be wanted. */
  readonly begins: Beginnings | undefined;
  /** The treatment of other words. Those that are joined to others always stay, with empty forms. */
  readonly others: 'empty' | 'left out';
  readonly lexicon: Lexicon;
}

const HYPHENS = /[-\u2010\u2011]/g;

const NO_PARTS: readonly Word[] = [];

/** Reads a token that is one word. */
export function readSingle(token: Token, reading: Reading): Word | undefined {
  return token.kind === 'plain' ? readSpan(token, reading, reading.lexicon.word) : readWord(token, reading);
}

/** Adds a token's entries: only its parts if the whole is too long. */
export function readToken(token: Token, reading: Reading, entries: Entry[]): void {
  if (token.kind === 'plain' || token.kind === 'word') {
    addWord(readSingle(token, reading), entries);
    return;
  }
  const parts = token.parts.flatMap((part) => readWord(part, reading) ?? []);
  const whole = token.end - token.start > LONGEST_FORM ? undefined : readWhole(token, reading);
  if (whole) entries.push({ word: whole, parts });
  else for (const part of parts) addWord(part, entries);
}

function addWord(word: Word | undefined, entries: Entry[]): void {
  if (word) entries.push({ word, parts: NO_PARTS });
}

function readWord(span: Span, reading: Reading): Word | undefined {
  return read(span, reading, reading.lexicon.word);
}

function readWhole(token: Token, reading: Reading): Word | undefined {
  const { lexicon } = reading;
  return read(token, reading, (written) =>
    token.kind === 'compound' ? lexicon.word(written.replace(HYPHENS, '')) : lexicon.identifier(written),
  );
}

function read(
  span: Span,
  reading: Reading,
  formOf: (written: string) => WordForm | undefined,
): Word | undefined {
  return readSpan(withoutElision(span, reading.text, reading.language.elided), reading, formOf);
}

function readSpan(
  { start, end }: Span,
  { text, begins }: Reading,
  formOf: (written: string) => WordForm | undefined,
): Word | undefined {
  if (begins && !begins(text.charAt(start))) return { start, end, form: '', stem: '' };
  return wordAt(start, end, formOf(text.slice(start, end)));
}

// Listed explicitly: spreading takes as long as the rest of the analysis.
function wordAt(start: number, end: number, form: WordForm | undefined): Word | undefined {
  if (!form) return undefined;
  const { form: written, stem, folded, lemmas } = form;
  if (lemmas) return { start, end, form: written, stem, ...(folded !== undefined && { folded }), lemmas };
  return folded === undefined
    ? { start, end, form: written, stem }
    : { start, end, form: written, stem, folded };
}

/** Strips elided parts (`l'été`, `toolkit's`): since all words are required, `l'été` would not find `les étés`. */
function withoutElision<Stretch extends Span>(
  stretch: Stretch,
  text: string,
  elided: RegExp | undefined,
): Stretch {
  if (!elided) return stretch;
  const { start, end } = stretch;
  const written = text.slice(start, end);
  const found = elided.exec(written);
  const length = found?.[0].length ?? 0;
  if (!found || length === written.length) return stretch;
  return found.index === 0 ? { ...stretch, start: start + length } : { ...stretch, end: end - length };
}
