import { fill } from '@guidepost/i18n';
import { descriptionOf } from '../description/description.ts';
import type { Head } from '../page.ts';
import type { PublicSite } from '../site.ts';
import { pageAddress } from './pager.ts';

interface ListFacts {
  title: string;
  /** Of what the page leads to. */
  names: readonly string[];
  /** The one address of the first page, when the others have one, too. */
  address: string | undefined;
  /** Of the page, from 1. */
  number: number;
  pages: number;
}

/** What a page of a list says of itself: no two pages say the same. */
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
