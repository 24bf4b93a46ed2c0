import { escapeHtml } from './escape-html.ts';

/** Someone who has written in a dialog. */
export interface NamedAuthor {
  name: string;
  /** Of their post. */
  address: string;
}

/** Finds the author whose name a text begins with, the longest name first. */
export type FindAuthor = (text: string) => NamedAuthor | undefined;

/** Signs per text; further names stay text. */
const MAX_SIGNS = 50;

/** In UTF-16 units, twice as long as the longest name in code points. */
const LONGEST_NAME = 200;

/** Not within an e-mail address. */
const AT_SIGN = /(?<![\p{L}\p{N}\p{M}_.+-])@/gu;
const IN_WORD = /^[\p{L}\p{N}\p{M}_]/u;

/** @param authors later ones replace earlier ones of the same name */
export function createFindAuthor(authors: readonly NamedAuthor[]): FindAuthor {
  const byName = new Map(authors.map((author) => [author.name.toLowerCase(), author]));
  const lengths = [...new Set(authors.map(({ name }) => name.length))].toSorted((a, b) => b - a);
  return (text) => {
    for (const length of lengths) {
      if (length > text.length || IN_WORD.test(text.slice(length))) continue;
      const author = byName.get(text.slice(0, length).toLowerCase());
      if (author) return { ...author, name: text.slice(0, length) };
    }
    return undefined;
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
