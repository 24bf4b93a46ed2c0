import type { View } from '@guidepost/desk';
import type { Query } from '@guidepost/http';
import { createPager, pageAddress } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { isPermitted } from '../../model/permissions.ts';
import { findAssigned } from '../../moderation/assign-dialogs.ts';
import { countDialogViews } from '../../moderation/count-views.ts';
import { filterDialogs } from '../../moderation/filter-dialogs.ts';
import { type FoundDialog, findDialogs } from '../../moderation/find-dialogs.ts';
import { readEmail } from '../../moderation/typed-values.ts';
import { dialogAt } from '../dialog/dialog-call.ts';
import {
  filterOf,
  isFiltered,
  type ListQuery,
  listAddress,
  readListQuery,
} from '../filters/dialog-filter.ts';
import { showFilters } from '../filters/show-filters.ts';
import { actorOf, type ForumCall, type ForumPage, pageNumberOf } from '../forum-tenant.ts';
import { createSelection } from '../selection/dialog-selection.ts';

const PAGE_SIZE = 25;

interface DialogsPage {
  rows: FoundDialog[];
  number: number;
  pages: number;
  /** How many dialogs were looked at, if there may be more that match. */
  lookedAt: number | undefined;
}

type Needs = Pick<Context, 'database' | 'config' | 'dialogSearch' | 'notices'>;

/** Every dialog of the forum, also those that wait for no one. */
export function dialogsPage(context: Needs): ForumPage {
  const { database } = context;
  const selection = createSelection(context);

  return {
    async read(call) {
      const id = dialogAt(queryOf(call).q ?? '');
      return id === undefined ? list(call) : { seeOther: `${call.base}/dialogs/${id}` };
    },
    post: (call) => selection.act(call, { here: hereOf(call), show: (content) => list(call, content) }),
  };

  async function list(call: ForumCall, content: object = {}): Promise<View> {
    const query = queryOf(call);
    const { forum } = call.tenant;
    const selecting = await selection.content(call);
    const { rows, lookedAt, ...place } = await readPage(call, pageNumberOf(call));
    const ids = rows.map(({ id }) => id);
    return {
      template: 'dialogs/dialogs',
      title: call.phrasing.words.dialogs,
      section: 'dialogs',
      content: {
        ...selecting,
        ...(await showFilters(context, call, { list: 'dialogs', query, dialogs: rows, lookedAt, count })),
        here: hereOf(call),
        email: isPermitted(actorOf(call), 'block add') ? readEmail(query.q ?? '') : undefined,
        dialogs: rows,
        assigned: await findAssigned(database, forum.id, ids),
        pager: createPager(listAddress(call, 'dialogs', query), place),
        publicAddress: `/forum/${call.tenant.key}`,
        ...content,
      },
    };
  }

  /** The last page instead of one after it, whose dialogs may just have been deleted. */
  async function readPage(call: ForumCall, number: number): Promise<DialogsPage> {
    const query = queryOf(call);
    const slice = { start: (number - 1) * PAGE_SIZE, limit: PAGE_SIZE };
    const { rows, total, lookedAt } = await read(call, query, slice);
    const pages = Math.ceil(total / PAGE_SIZE);
    return pages > 0 && number > pages ? readPage(call, pages) : { rows, number, pages, lookedAt };
  }

  async function read(call: ForumCall, query: ListQuery, slice: { start: number; limit: number }) {
    const request = { forum: call.tenant.forum, query: query.q ?? '', ...slice };
    // Without filters words have as many pages as they find.
    if (!isFiltered(query)) return { ...(await findDialogs(context, request)), lookedAt: undefined };
    const filter = filterOf(query, call.session.person.id);
    const found = await filterDialogs(context, { ...request, filter, sort: query.sort });
    return { ...found, lookedAt: found.lookedAt };
  }

  /** Search would take longer than all else on the page. */
  async function count(call: ForumCall, saved: Query[]) {
    const { forum } = call.tenant;
    const queries = saved.map((each) => readListQuery(each, 'dialogs'));
    const views = queries.filter(({ q }) => !q);
    const filters = views.map((query) => filterOf(query, call.session.person.id));
    const counts = await countDialogViews(context, { forum, filters });
    return queries.map((query) => counts[views.indexOf(query)]);
  }
}

function queryOf({ query }: ForumCall): ListQuery {
  return readListQuery(query, 'dialogs');
}

function hereOf(call: ForumCall): string {
  return pageAddress(listAddress(call, 'dialogs', queryOf(call)), pageNumberOf(call));
}
