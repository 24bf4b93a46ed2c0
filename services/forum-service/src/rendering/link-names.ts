import { escapeHtml } from './escape.ts';

/** Someone who has written in a dialog. */
export interface NamedAuthor {
  name: string;
  /** The address of their post. */
  address: string;
}

/** Finds the author whose name a text begins with, the longest name first. */
export type FindAuthor = (text: string) => NamedAuthor | undefined;

/** Signs per text; further names stay text. */
const MAX_SIGNS = 50;

/** In UTF-16 units, twice as long as the longest name in code points. */
const LONGEST_NAME = 200;

// Scripts without spaces between words.
const SPACELESS = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`;
/** Not within an e-mail address. */
const AT_SIGN = new RegExp(String.raw`(?<![[\p{L}\p{N}\p{M}_.+\-]--${SPACELESS}])@`, 'gv');
const AT_SIGN_HERE = new RegExp(AT_SIGN, 'vy');
/** Behind a name: the rest of a word. */
const IN_WORD = new RegExp(String.raw`\p{M}|(?<!${SPACELESS}\p{M}*)(?!${SPACELESS})[\p{L}\p{N}_]`, 'vy');
/** A name that looks like emphasis in Markdown. */
const EMPHASIZED = /([_*]{1,3})[^\s_*@]{1,100}\1(?![\p{L}\p{N}_])/uy;
/** Signs that mean something in Markdown. */
const MARKUP = /[\\`*_[\]<>:]/;

/** @param authors later ones replace earlier ones of the same name */
export function createFindAuthor(authors: readonly NamedAuthor[]): FindAuthor {
  const byName = new Map(authors.map((author) => [author.name.toLowerCase(), author]));
  const lengths = [...new Set(authors.map(({ name }) => name.length))].toSorted((a, b) => b - a);
  return (text) => {
    for (const length of lengths) {
      if (length > text.length || testAt(IN_WORD, text, length)) continue;
      const author = byName.get(text.slice(0, length).toLowerCase());
      if (author) return { ...author, name: text.slice(0, length) };
    }
    return undefined;
  };
}

/** @param sticky a regular expression with the flag `y` */
function testAt(sticky: RegExp, text: string, position: number): boolean {
  sticky.lastIndex = position;
  return sticky.test(text);
}

/** Finds where the name behind an @ sign of Markdown ends if it holds signs of markup, which are then part of it. */
export type FindNameEnd = (source: string, at: number) => number | undefined;

/** @param findAuthor by default a name is what looks like one */
export function createFindNameEnd(findAuthor: FindAuthor = () => undefined): FindNameEnd {
  // Markdown is read several times where brackets could be links.
  let left = 4 * MAX_SIGNS;
  return (source, at) => {
    if (left === 0 || !testAt(AT_SIGN_HERE, source, at)) return undefined;
    left -= 1;
    const name = findAuthor(source.slice(at + 1, at + 1 + LONGEST_NAME))?.name;
    if (name !== undefined) return MARKUP.test(name) ? at + 1 + name.length : undefined;
    return testAt(EMPHASIZED, source, at + 1) ? EMPHASIZED.lastIndex : undefined;
  };
}

/** Renders pieces of a text, with links to the posts of authors whose names follow an @ sign. */
export function createNameLinks(findAuthor: FindAuthor): (text: string) => string {
  let left = MAX_SIGNS;
  return (text) => {
    const pieces: string[] = [];
    let position = 0;
    for (const { index } of text.matchAll(AT_SIGN)) {
      if (left === 0) break;
      left -= 1;
      const author = findAuthor(text.slice(index + 1, index + 1 + LONGEST_NAME));
      if (!author) continue;
      const link = `<a href="${escapeHtml(author.address)}">@${escapeHtml(author.name)}</a>`;
      pieces.push(escapeHtml(text.slice(position, index)), link);
      position = index + 1 + author.name.length;
    }
    return pieces.join('') + escapeHtml(text.slice(position));
  };
}
