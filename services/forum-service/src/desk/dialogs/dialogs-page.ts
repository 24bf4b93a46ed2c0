import type { View } from '@guidepost/desk';
import { pageCount } from '@guidepost/http';
import { createPager } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { isPermitted } from '../../model/permissions.ts';
import { stateNameIn } from '../../model/solved.ts';
import { findDialogs } from '../../moderation/find-dialogs.ts';
import { readEmail } from '../../moderation/typed-values.ts';
import { dialogAt } from '../dialog/dialog-call.ts';
import { actorOf, type ForumCall, type ForumPage } from '../forum-tenant.ts';
import { pageNumberOf } from '../page-number.ts';

const PAGE_SIZE = 25;

/** In code points; the rest is ignored. */
const LONGEST_QUERY = 500;

/** Every dialog of the forum, also those that wait for no one. */
export function dialogsPage(context: Pick<Context, 'database' | 'dialogSearch'>): ForumPage {
  return {
    async read(call) {
      const query = queryOf(call);
      const id = dialogAt(query);
      return id === undefined ? list(call, query) : { seeOther: `${call.base}/dialogs/${id}` };
    },
  };

  async function list(call: ForumCall, query: string): Promise<View> {
    const number = pageNumberOf(call);
    const slice = { start: (number - 1) * PAGE_SIZE, limit: PAGE_SIZE };
    const { rows, total } = await findDialogs(context, { forum: call.tenant.forum, query, ...slice });
    const path = `${call.base}/dialogs${query && `?${new URLSearchParams({ q: query })}`}`;
    return {
      template: 'dialogs/dialogs',
      title: call.phrasing.words.dialogs,
      section: 'dialogs',
      content: {
        query,
        mayModerate: isPermitted(actorOf(call), 'dialog undelete'),
        email: isPermitted(actorOf(call), 'erase') ? readEmail(query) : undefined,
        dialogs: rows,
        stateName: (state: string) => stateNameIn(call.phrasing.language, state),
        pager: createPager(path, { number, pages: pageCount(total, PAGE_SIZE) }),
      },
    };
  }
}

function queryOf({ query }: ForumCall): string {
  const typed = query.first('q')?.trim() ?? '';
  return Array.from(typed).slice(0, LONGEST_QUERY).join('');
}
