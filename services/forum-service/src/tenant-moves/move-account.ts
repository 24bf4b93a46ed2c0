import { deleteStaff } from '@guidepost/access';
import { bumpRevision, type Executor, type MovableTenant, preparedStatement } from '@guidepost/postgres';
import { holdFeeding } from '@guidepost/search';
import { AppError } from '@guidepost/service-kit';
import { recordAccountEvents } from '../audit/audit.ts';
import { queueChanged, queueDialogsOf } from '../indexing/queue-dialogs.ts';
import type { Actor } from '../model/actor.ts';
import { FORUM_REVISIONS, noSuchForum } from '../model/forum.ts';
import { ACCOUNT_TABLES } from './account-tables.ts';

const listForums = preparedStatement(new URL('./sql/list-forums.sql', import.meta.url));
const findTakenName = preparedStatement(new URL('./sql/find-taken-name.sql', import.meta.url));

interface AccountForum {
  id: number;
  slug: string;
  host: string;
  account_id: number;
  account: string;
}

/**
 * What a move of a forum needs, also of one that has moved. Forums of an account share keys, staff and webhooks, so they
 * move together.
 * @throws AppError `not-found`; `conflict` for an account with other forums, unless `wholeAccount`
 */
export async function describeMove(
  executor: Executor,
  actor: Actor,
  { slug, wholeAccount }: { slug: string; wholeAccount: boolean },
): Promise<MovableTenant> {
  const forums = await executor.any<AccountForum>(listForums([slug]));
  const [first] = forums;
  if (!first) throw noSuchForum(slug);
  const tenantId = first.account_id;
  const others = forums.filter((forum) => forum.slug !== slug).map((forum) => forum.slug);
  if (others.length > 0 && !wholeAccount) throw notAlone(first.account, others);
  const ofEach = async (
    transaction: Executor,
    work: (executor: Executor, id: number) => Promise<unknown>,
  ) => {
    for (const { id } of forums) await work(transaction, id);
  };
  return {
    tenantId,
    tables: ACCOUNT_TABLES,
    async findTaken({ target }) {
      const values = [first.account, forums.map((forum) => forum.slug), forums.map(({ host }) => host)];
      const taken = await target.oneOrNone<{ name: string }>(findTakenName(values));
      return taken
        ? `The other database has an account, a forum or a host name ${taken.name} already.`
        : undefined;
    },
    queue: (target, keys) =>
      ofEach(target, (executor, id) => {
        const own = keys?.filter(([forumId]) => forumId === id).map(([, dialogId]) => Number(dialogId));
        return own ? queueChanged(executor, id, own) : queueDialogsOf(executor, id);
      }),
    holdWorkers: holdFeeding,
    async arrive(target) {
      await recordAccountEvents(target, { accountId: tenantId, actor, action: 'forum move' }, [
        { details: {} },
      ]);
      await ofEach(target, (executor, id) => bumpRevision(executor, FORUM_REVISIONS, id));
    },
    leave: (source) => ofEach(source, (executor, id) => bumpRevision(executor, FORUM_REVISIONS, id)),
    async beforeDeletion(source) {
      await ofEach(source, queueDialogsOf);
      await deleteStaff(source, tenantId);
    },
  };
}

function notAlone(account: string, others: readonly string[]): AppError {
  const message = `Forums of an account share keys, staff and webhooks, so they move together. ${account} also has ${others.join(', ')}. Add --whole-account for all of them.`;
  return new AppError('conflict', message);
}
