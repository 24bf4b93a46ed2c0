import type { Beginnings } from './beginnings.ts';

const OTHER = 0;

const SMALL = 1;

const CAPITAL = 2;

const APART = 3;

const JOINING = 4;

/**
 * The kind of each Latin-1 character: a letter, or an ASCII sign that parts words everywhere, or unless a letter
 * follows.
 */
const kinds = Uint8Array.from({ length: 256 }, (_, code) => kindOf(String.fromCharCode(code)));

/** A range of the text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Adjacent characters that belong together:
 * - `word`: letters and digits; `plain` if they are small letters of Latin-1, but for the first.
 * - `compound`: words joined by hyphens or capitals (`plug-in`, `maxConnections`), also matched as one word.
 * - `identifier`: joined by other characters (`settings.json`, `ERR_42`, `foo::bar`) or marked (`.NET`, `C++`), also
 *   matched as written.
 */
export interface Token extends Span {
  readonly kind: 'plain' | 'word' | 'compound' | 'identifier';
  readonly parts: readonly Span[];
}

// These do not separate words, unlike the zero-width space.
const INVISIBLE = String.raw`[\p{Cf}--\u200B]`;
// Scripts without spaces between words.
const SPACELESS = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々〆〇ｰﾞﾟ]`;
const LETTER = String.raw`[[\p{L}\p{N}]--${SPACELESS}]`;
const RUN = String.raw`${LETTER}[[\p{L}\p{N}\p{M}${INVISIBLE}]--${SPACELESS}]*`;
// Apostrophes, signs of Hebrew abbreviations and the Catalan dot occur inside words.
const INSIDE = String.raw`(?:['’＇׳״·](?=\p{L})|(?<=\p{sc=Hebrew})"(?=\p{sc=Hebrew}))`;
const WORD = `${RUN}(?:${INSIDE}${RUN})*`;
const HYPHEN = String.raw`[\-\u2010\u2011]`;
const JOINER = String.raw`(?:${HYPHEN}|\.|_+|::)`;
const LEADING_DOT = String.raw`\.(?<=(?:^|[\s\(\[\{"'«„“‘])\.)(?=\p{L})`;
const ENDING = String.raw`\+\+|#(?!${LETTER})`;

const TOKEN = new RegExp(
  `(${SPACELESS}[${SPACELESS}\\p{M}${INVISIBLE}]*)|(${LEADING_DOT})?${WORD}((?:${JOINER}${WORD})+)?(${ENDING})?`,
  'gv',
);
const PART = new RegExp(WORD, 'gv');
// `UTF-8` is a compound, utf8, but `10-20` is not 1020.
const IDENTIFIER = /[._:+#]|\p{N}[\-\u2010\u2011]\p{N}/v;
// JavaScript and iPhone are names; maxConnections consists of words.
const CAMEL_CASE = /^\p{Ll}{2,}\p{Lu}/u;
const HUMP = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;

const NO_PARTS: readonly Span[] = [];
// Its dictionaries depend on the script, not on the locale.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** The tokens of a text, in order. Linear in its length. @param wanted leaves out plain words that begin otherwise */
export function tokenize(text: string, wanted?: Beginnings): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const end = endOfPlainWord(text, at);
    if (end > at) {
      if (!wanted || wanted(text.charAt(at))) tokens.push({ kind: 'plain', start: at, end, parts: NO_PARTS });
      at = end;
    } else at = isApart(text, at) ? at + 1 : pushNext(tokens, text, at);
  }
  return tokens;
}

/** Adds the first token after `from` as the expression reads it. @returns its end */
function pushNext(tokens: Token[], text: string, from: number): number {
  // `matchAll` would clone the expression, which costs as much as reading ten words.
  TOKEN.lastIndex = from;
  const match = TOKEN.exec(text);
  if (!match) return text.length;
  const [raw, spaceless, dot, tail, ending] = match;
  if (spaceless !== undefined) pushSegments(tokens, spaceless, match.index);
  else tokens.push(token(raw, match.index, dot ?? tail ?? ending));
  return match.index + raw.length;
}

function token(raw: string, start: number, joinedOrMarked: string | undefined): Token {
  const end = start + raw.length;
  const camelCase = CAMEL_CASE.test(raw);
  if (joinedOrMarked === undefined && !camelCase) return { kind: 'word', start, end, parts: NO_PARTS };
  const kind = IDENTIFIER.test(raw) ? 'identifier' : 'compound';
  return { kind, start, end, parts: partsOf(raw, start) };
}

function partsOf(raw: string, start: number): Span[] {
  const parts: Span[] = [];
  for (const word of raw.matchAll(PART)) {
    let from = start + word.index;
    for (const hump of humpsOf(word[0])) {
      parts.push({ start: from, end: from + hump.length });
      from += hump.length;
    }
  }
  return parts;
}

function humpsOf(word: string): string[] {
  return CAMEL_CASE.test(word) ? word.split(HUMP) : [word];
}

/** Each call of the segmenter costs as much as a hundred Latin words. */
function pushSegments(tokens: Token[], text: string, start: number): void {
  if (text.length === 1) {
    tokens.push({ kind: 'word', start, end: start + 1, parts: NO_PARTS });
    return;
  }
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    const from = start + index;
    if (isWordLike) tokens.push({ kind: 'word', start: from, end: from + segment.length, parts: NO_PARTS });
  }
}

function kindOf(character: string): number {
  if (/\p{Ll}/u.test(character)) return SMALL;
  if (/\p{Lu}/u.test(character)) return CAPITAL;
  if (/['\-._:+]/.test(character)) return JOINING;
  return /[^\d#\u0080-\u00ff]/.test(character) ? APART : OTHER;
}

function kindAt(text: string, at: number): number {
  return at < text.length ? (kinds[text.charCodeAt(at)] ?? OTHER) : APART;
}

/** Whether no word has this character, nor begins with it. */
function isApart(text: string, at: number): boolean {
  const kind = kindAt(text, at);
  return kind === APART || (kind === JOINING && kindAt(text, at + 1) === APART);
}

/** Where a word from here on ends that has only small letters but for the first: most do. `from` for another. */
function endOfPlainWord(text: string, from: number): number {
  const first = kindAt(text, from);
  if (first !== SMALL && first !== CAPITAL) return from;
  let end = from + 1;
  while (kindAt(text, end) === SMALL) end += 1;
  return isApart(text, end) ? end : from;
}
