import type { View } from '@guidepost/desk';
import { createPager, pageAddress } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { isPermitted } from '../../model/permissions.ts';
import { type FoundDialog, findDialogs } from '../../moderation/find-dialogs.ts';
import { readEmail } from '../../moderation/typed-values.ts';
import { dialogAt } from '../dialog/dialog-call.ts';
import { actorOf, type ForumCall, type ForumPage, pageNumberOf } from '../forum-tenant.ts';
import { createSelection } from '../selection/dialog-selection.ts';

const PAGE_SIZE = 25;

/** In code points; the rest is ignored. */
const LONGEST_QUERY = 500;

interface DialogsPage {
  rows: FoundDialog[];
  number: number;
  pages: number;
}

/** Every dialog of the forum, also those that wait for no one. */
export function dialogsPage(context: Pick<Context, 'database' | 'dialogSearch'>): ForumPage {
  const selection = createSelection(context);

  return {
    async read(call) {
      const query = queryOf(call);
      const id = dialogAt(query);
      return id === undefined ? list(call) : { seeOther: `${call.base}/dialogs/${id}` };
    },
    post: (call) => selection.act(call, { here: hereOf(call), show: (content) => list(call, content) }),
  };

  async function list(call: ForumCall, content: object = {}): Promise<View> {
    const query = queryOf(call);
    const selecting = await selection.content(call);
    const { rows, ...place } = await readPage(call, pageNumberOf(call));
    return {
      template: 'dialogs/dialogs',
      title: call.phrasing.words.dialogs,
      section: 'dialogs',
      content: {
        ...selecting,
        query,
        here: hereOf(call),
        email: isPermitted(actorOf(call), 'erase') ? readEmail(query) : undefined,
        dialogs: rows,
        pager: createPager(pathOf(call), place),
        ...content,
      },
    };
  }

  /** The last page instead of one after it, whose dialogs may just have been deleted. */
  async function readPage(call: ForumCall, number: number): Promise<DialogsPage> {
    const slice = { start: (number - 1) * PAGE_SIZE, limit: PAGE_SIZE };
    const found = { forum: call.tenant.forum, query: queryOf(call), ...slice };
    const { rows, total } = await findDialogs(context, found);
    const pages = Math.ceil(total / PAGE_SIZE);
    return pages > 0 && number > pages ? readPage(call, pages) : { rows, number, pages };
  }
}

function queryOf({ query }: ForumCall): string {
  const typed = query.first('q')?.trim() ?? '';
  return Array.from(typed).slice(0, LONGEST_QUERY).join('');
}

/** The first page of what the list shows. */
function pathOf(call: ForumCall): string {
  const query = queryOf(call);
  return `${call.base}/dialogs${query && `?${new URLSearchParams({ q: query })}`}`;
}

function hereOf(call: ForumCall): string {
  return pageAddress(pathOf(call), pageNumberOf(call));
}
