import { searchedTables } from '@guidepost/desk/insights';
import { MAIL_TABLES, MAIL_TABLES_LEFT } from '@guidepost/mail';
import {
  bumpRevision,
  type Executor,
  type MovableTenant,
  sql,
  type TenantTable,
  type TenantTables,
} from '@guidepost/postgres';
import { holdFeeding, SEARCH_TABLES_LEFT, searchTables } from '@guidepost/search';
import { AppError } from '@guidepost/service-kit';
import { deleteStaff, STAFF_TABLES, STAFF_TABLES_LEFT } from '@guidepost/staff';
import { WEBHOOK_TABLES } from '@guidepost/webhooks';
import { queueDialogsOf } from '../indexing/queue-dialogs.ts';
import type { Actor } from '../model/actor.ts';
import { FORUM_REVISIONS, noSuchForum } from '../model/forum.ts';
import { recordAccountEvents } from './audit.ts';

const FORUMS = 'select f.id from forums f where f.account_id = $1';

const OF_FORUM: TenantTable = { column: 'forum_id', ids: FORUMS };
const OF_ACCOUNT: TenantTable = { column: 'account_id' };

/** The content that moves with an account, whose forums share keys, staff and webhooks. */
export const ACCOUNT_TABLES: TenantTables = {
  root: 'accounts',
  moved: {
    ...searchTables(FORUMS),
    accounts: { column: 'id', withSwitch: true, isPart: true },
    access_keys: OF_ACCOUNT,
    account_entries: OF_ACCOUNT,
    ...STAFF_TABLES,
    forums: { ...OF_ACCOUNT, withSwitch: true, isPart: true },
    forum_logos: { ...OF_FORUM, withSwitch: true },
    metadata_fields: OF_FORUM,
    blocked_senders: OF_FORUM,
    held_hosts: OF_FORUM,
    spam_actions: OF_FORUM,
    merge_actions: OF_FORUM,
    canned_answers: OF_FORUM,
    posters: OF_FORUM,
    dialogs: { ...OF_FORUM, clearedFirst: ['accepted_comment'] },
    comments: OF_FORUM,
    topic_counts: OF_FORUM,
    recent_comments: OF_FORUM,
    votes: OF_FORUM,
    helpful_votes: OF_FORUM,
    tags: OF_FORUM,
    dialog_tags: OF_FORUM,
    confirmed_addresses: OF_FORUM,
    member_links: { ...OF_FORUM, withSwitch: true },
    member_sessions: OF_FORUM,
    followers: OF_FORUM,
    files: { ...OF_FORUM, people: ['staff_id'] },
    reports: OF_FORUM,
    post_addresses: OF_FORUM,
    originals: OF_FORUM,
    notes: OF_FORUM,
    merged_dialogs: OF_FORUM,
    addresses: OF_FORUM,
    address_hits: OF_FORUM,
    deleted_posts: OF_FORUM,
    deleted_rows: OF_FORUM,
    audit_entries: OF_FORUM,
    import_progress: OF_FORUM,
    helpful_guides: OF_FORUM,
    opened_guides: OF_FORUM,
    assignments: { ...OF_FORUM, people: ['person_id'] },
    staff_notices: { ...OF_FORUM, withSwitch: true, people: ['person_id'] },
    new_answers: { ...OF_FORUM, withSwitch: true },
    new_for_staff: { ...OF_FORUM, withSwitch: true, people: ['told_to'] },
    ...MAIL_TABLES,
    ...WEBHOOK_TABLES,
    ...searchedTables(FORUMS),
  },
  notMoved: {
    ...STAFF_TABLES_LEFT,
    ...MAIL_TABLES_LEFT,
    ...SEARCH_TABLES_LEFT,
    answering: 'Who is writing an answer is seen again within a minute.',
    rate_limits: 'Counts of a minute begin again.',
    secrets: 'Copied to a database without them, compared otherwise.',
  },
  filesOf: FORUMS,
  secrets: ['posters'],
};

const listForums = sql`
  -- Across tenants: finds the tenant of a request.
  -- All forums of the account of a forum, that one first.
  select f.id, f.slug, f.host, f.account_id, a.name as account
  from forums named
  join forums f on f.account_id = named.account_id
  join accounts a on a.id = f.account_id
  where named.slug = $1
  order by f.slug <> $1, f.slug
`;
const findTakenName = sql`
  -- Across tenants: whether a name is taken in the database that a tenant moves to.
  -- $1 name of the account, $2 slugs and $3 host names of its forums
  select a.name from accounts a where a.name = $1
  union all
  select f.slug from forums f where f.slug = any($2)
  union all
  select f.host from forums f where f.host = any($3) and f.host <> ''
  limit 1
`;

interface AccountForum {
  id: number;
  slug: string;
  host: string;
  account_id: number;
  account: string;
}

/**
 * The description of a move of a forum, also of one that has moved. Forums of an account share keys, staff and
 * webhooks, so they move together.
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
    queue: (executor) => ofEach(executor, queueDialogsOf),
    holdWorkers: holdFeeding,
    async arrive(target) {
      await recordAccountEvents(target, { accountId: tenantId, actor, action: 'forum move' }, [
        { details: {} },
      ]);
      await ofEach(target, (executor, id) => bumpRevision(executor, FORUM_REVISIONS, id));
    },
    leave: (source) => ofEach(source, (executor, id) => bumpRevision(executor, FORUM_REVISIONS, id)),
    deleteStaff: (source) => deleteStaff(source, tenantId),
  };
}

function notAlone(account: string, others: readonly string[]): AppError {
  const message = `Forums of an account share keys, staff and webhooks, so they move together. ${account} also has ${others.join(', ')}. Add --whole-account for all of them.`;
  return new AppError('conflict', message);
}
