import { fill } from '@guidepost/i18n';
import { descriptionOf } from '../description/description.ts';
import type { Head } from '../page.ts';
import type { PublicSite } from '../site.ts';
import { pageAddress } from './pager.ts';

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
