import { createPager, descriptionOf, fill, type Head, type Page, pageAddress } from '@guidepost/pages';
import type { Site } from '../site.ts';
import type { GuideList } from './guide-list.ts';

interface ListFacts {
  heading: string;
  /** Of the first page, from the root. */
  path: string;
  /** The one address of the first page, when the others have one, too. */
  address: string | undefined;
  list: GuideList;
}

/** A page of nothing but a list of guides. */
export function listPage(site: Site, { heading, path, address, list }: ListFacts): Page {
  const names = list.guides.map(({ title }) => title);
  return {
    template: 'list/list',
    head: listHead(site, { title: heading, names, address, number: list.number, pages: list.pages }),
    content: { heading, guides: list.guides, total: list.total, pager: createPager(path, list) },
  };
}

interface HeadFacts extends Pick<GuideList, 'number' | 'pages'> {
  title: string;
  /** Of what the page leads to. */
  names: string[];
  /** As above. */
  address: string | undefined;
}

/** What a page of a list says of itself: no two pages say the same. */
export function listHead({ phrasing }: Site, { title, names, address, number, pages }: HeadFacts): Head {
  const place = fill(phrasing.words.pageOf, { n: number, total: pages });
  return {
    title: number === 1 ? title : `${title} – ${place}`,
    description: descriptionOf(names.join(' · ')),
    address: address && pageAddress(address, number),
  };
}
