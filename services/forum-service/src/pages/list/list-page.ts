import { fill } from '@guidepost/i18n';
import {
  breadcrumbsRecord,
  createPager,
  listHead,
  noSuchPage,
  type Page,
  pageNumber,
} from '@guidepost/pages';
import type { BoundStatement, ContentReader } from '@guidepost/postgres';
import type { Context } from '../../context.ts';
import { type DialogLine, type DialogSlice, LINE_COLUMNS, listLines } from '../../posts/dialog-rows.ts';
import { bindDialogsInState, MAX_COUNTED } from '../../posts/states.ts';
import type { PageKind } from '../page-kind.ts';
import type { Site } from '../site.ts';

const PAGE_SIZE = 25;

interface DialogList {
  dialogs: DialogLine[];
  total: number;
  /** From 1. */
  number: number;
  /** At least one, even if empty. */
  pages: number;
}

type PageSlice = Required<Pick<DialogSlice, 'start' | 'limit' | 'columns'>>;

/**
 * @param bind creates the statement for a slice
 * @throws AppError `not-found` past the end
 */
export async function readDialogList(
  executor: ContentReader,
  number: number,
  bind: (slice: PageSlice) => BoundStatement,
): Promise<DialogList> {
  const slice = { start: (number - 1) * PAGE_SIZE, limit: PAGE_SIZE, columns: LINE_COLUMNS };
  const { rows, total } = await listLines(executor, bind(slice));
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  if (number > pages) throw noSuchPage();
  return { dialogs: rows, total, number, pages };
}

interface ListFacts {
  heading: string;
  /** Path of the first page, relative to the forum's home. */
  path: string;
  list: DialogList;
  orders?: readonly ListOrder[];
  /** False when there are too many to count; the total is then a minimum. */
  isCounted?: boolean;
}

export interface ListOrder {
  name: string;
  /** Relative to the forum's home. */
  path: string;
  isThis: boolean;
}

export function listPage(
  site: Site,
  { heading, path, list, orders = [], isCounted = true }: ListFacts,
): Page {
  const { base, addresses, phrasing } = site;
  // Other sort orders are not separate pages to search engines.
  const isDefaultOrder = !path.includes('?');
  const address = isDefaultOrder ? `${addresses.home}${path}` : undefined;
  const home = { name: phrasing.words.home, address: addresses.home };
  return {
    template: 'list/list',
    head: {
      ...listHead(site, { ...list, title: heading, names: list.dialogs.map(({ title }) => title), address }),
      indexed: isDefaultOrder && list.total > 0,
      records: [breadcrumbsRecord([home, { name: heading, address }])],
    },
    content: { heading, ...list, isCounted, orders, pager: createPager(`${base}${path}`, list) },
  };
}

/** `/states/:state` */
export function statePage({ content }: Pick<Context, 'content'>): PageKind {
  return {
    keptAs: ({ path, query }) => `${path.state} ${pageNumber(query)}`,
    async read({ site, path, query }) {
      const { state = '' } = path;
      if (state.includes('\0')) throw noSuchPage();
      const list = await readDialogList(content.of(site.forum), pageNumber(query), (slice) =>
        bindDialogsInState({ ...slice, forumId: site.id, state }),
      );
      if (list.total === 0) throw noSuchPage();
      return listPage(site, {
        heading: fill(site.phrasing.words.inState, { state: site.stateName(state) }),
        path: `/states/${encodeURIComponent(state)}`,
        list,
        isCounted: list.total < MAX_COUNTED,
      });
    },
  };
}
