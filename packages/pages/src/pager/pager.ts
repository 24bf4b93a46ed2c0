import type { Query } from '@guidepost/http';
import { fill } from '@guidepost/i18n';
import { noSuchPage } from '../errors/error-page.ts';
import type { Head, PublicSite } from '../page.ts';

const WHOLE_NUMBER = /^[1-9][0-9]{0,8}$/;

/** The page number in `?page=`, from 1. @throws AppError `not-found` if it is not a number */
export function pageNumber(query: Query): number {
  const text = query.first('page');
  if (text === undefined) return 1;
  if (!WHOLE_NUMBER.test(text)) throw noSuchPage();
  return Number(text);
}

export interface Pager {
  /** From 1. */
  number: number;
  pages: number;
  previous: string | undefined;
  next: string | undefined;
}

/** @param path the first page's, possibly with a query */
export function createPager(path: string, { number, pages }: { number: number; pages: number }): Pager {
  return {
    number,
    pages,
    previous: number > 1 ? pageAddress(path, number - 1) : undefined,
    next: number < pages ? pageAddress(path, number + 1) : undefined,
  };
}

export function pageAddress(address: string, number: number): string {
  if (number === 1) return address;
  return `${address}${address.includes('?') ? '&' : '?'}page=${number}`;
}

/** The path of the Markdown of a page of a list. */
export function markdownPath(path: string, number: number): string {
  return pageAddress(`${path}.md`, number);
}

/** Characters of a description that search engines show. */
const LENGTH = 160;

interface ListFacts {
  title: string;
  names: readonly string[];
  address: string | undefined;
  number: number;
  pages: number;
}

/** The metadata of a page of a list, distinct for each page. */
export function listHead(
  { phrasing }: PublicSite,
  { title, names, address, number, pages }: ListFacts,
): Head {
  const place = fill(phrasing.words.pageOf, { n: number, total: pages });
  return {
    title: number === 1 ? title : `${title} – ${place}`,
    description: descriptionOf(names.filter(Boolean).join(' · ')),
    address: address && pageAddress(address, number),
  };
}

export function descriptionOf(whole: string): string | undefined {
  const text = whole.trim().replace(/\s+/g, ' ');
  if (text.length <= LENGTH) return text || undefined;
  const cut = text.slice(0, LENGTH).replace(/[,;:]?\s+\S*$|\p{Surrogate}$/u, '');
  return /\p{Sentence_Terminal}$/u.test(cut) ? cut : `${cut}…`;
}
