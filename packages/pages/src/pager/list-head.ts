import { fill } from '@guidepost/i18n';
import type { Head } from '../page.ts';
import type { PublicSite } from '../site.ts';
import { pageAddress } from './pager.ts';

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
    description: descriptionOf(names.join(' · ')),
    address: address && pageAddress(address, number),
  };
}

export function descriptionOf(whole: string): string | undefined {
  const text = whole.trim().replace(/\s+/g, ' ');
  if (text.length <= LENGTH) return text || undefined;
  const cut = text.slice(0, LENGTH).replace(/[,;:]?\s+\S*$|\p{Surrogate}$/u, '');
  return /\p{Sentence_Terminal}$/u.test(cut) ? cut : `${cut}…`;
}
