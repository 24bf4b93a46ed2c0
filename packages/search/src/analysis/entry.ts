import { withoutElision } from './elision.ts';
import type { Language } from './languages.ts';
import { type Lexicon, LONGEST_FORM } from './lexicon.ts';
import type { Span, Token } from './tokens.ts';
import type { Word, WordForm } from './word.ts';

export interface Entry {
  readonly word: Word;
  readonly parts: readonly Word[];
}

export interface Reading {
  readonly text: string;
  readonly language: Language;
  readonly lexicon: Lexicon;
}

const HYPHENS = /[-\u2010\u2011]/g;

const NO_PARTS: readonly Word[] = [];

/** Adds a token's entries: only its parts if the whole is too long. */
export function readToken(token: Token, reading: Reading, entries: Entry[]): void {
  if (token.kind === 'word') {
    addWord(readWord(token, reading), entries);
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

function readWord(span: Span, { text, language, lexicon }: Reading): Word | undefined {
  const { start, end } = withoutElision(span, text, language.elided);
  return wordAt(start, end, lexicon.word(text.slice(start, end)));
}

function readWhole(token: Token, { text, language, lexicon }: Reading): Word | undefined {
  const { start, end } = withoutElision(token, text, language.elided);
  const written = text.slice(start, end);
  const isCompound = token.kind === 'compound';
  return wordAt(
    start,
    end,
    isCompound ? lexicon.word(written.replace(HYPHENS, '')) : lexicon.identifier(written),
  );
}

// Listed explicitly: spreading takes as long as the rest of the analysis.
function wordAt(start: number, end: number, form: WordForm | undefined): Word | undefined {
  if (!form) return undefined;
  const { form: written, stem, folded } = form;
  return folded === undefined
    ? { start, end, form: written, stem }
    : { start, end, form: written, stem, folded };
}
