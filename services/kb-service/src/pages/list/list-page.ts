import { createPager, listHead, type Page } from '@guidepost/pages';
import type { GuideList } from '../../guides/guide-titles.ts';
import type { Site } from '../site.ts';

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
