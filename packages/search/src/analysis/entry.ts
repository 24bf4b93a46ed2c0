import { withoutElision } from './elision.ts';
import type { Language } from './languages.ts';
import { type Lexicon, LONGEST_FORM } from './lexicon.ts';
import type { Span, Token } from './tokens.ts';
import type { Word, WordForm } from './word.ts';

/** What a token is searched for as: a word; or of a compound or an identifier the whole, and then its parts. */
export interface Entry {
  readonly word: Word;
  readonly parts: readonly Word[];
}

/** What is needed to make entries of the tokens of a text. */
export interface Reading {
  readonly text: string;
  readonly language: Language;
  readonly lexicon: Lexicon;
}

const HYPHENS = /[-\u2010\u2011]/g;

/** The entries of a token: one, or those of its parts when the whole is too long to be searched for. */
export function readToken(token: Token, reading: Reading): Entry[] {
  const parts = token.parts.flatMap((part) => readWord(part, reading));
  if (token.kind === 'word') return readWord(token, reading).map((word) => ({ word, parts }));
  const whole = token.end - token.start > LONGEST_FORM ? undefined : readWhole(token, reading);
  return whole ? [{ word: whole, parts }] : parts.map((word) => ({ word, parts: [] }));
}

function readWord(span: Span, { text, language, lexicon }: Reading): Word[] {
  const { start, end } = withoutElision(span, text, language.elided);
  const form = lexicon.word(text.slice(start, end));
  return form ? [{ start, end, ...form }] : [];
}

function readWhole(token: Token, { text, language, lexicon }: Reading): Word | undefined {
  const { start, end } = withoutElision(token, text, language.elided);
  const written = text.slice(start, end);
  const form: WordForm | undefined =
    token.kind === 'compound' ? lexicon.word(written.replace(HYPHENS, '')) : lexicon.identifier(written);
  return form && { start, end, ...form };
}
