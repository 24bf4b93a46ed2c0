import { STAFF_TABLES, STAFF_TABLES_LEFT } from '@guidepost/access';
import { searchedTables } from '@guidepost/insights';
import { MAIL_TABLES, MAIL_TABLES_LEFT } from '@guidepost/mail';
import type { TenantTable, TenantTables } from '@guidepost/postgres';
import { SEARCH_TABLES_LEFT, searchTables } from '@guidepost/search';
import { WEBHOOK_TABLES } from '@guidepost/webhooks';

const FORUMS = 'select f.id from forums f where f.account_id = $1';

const OF_FORUM: TenantTable = { rows: `t.forum_id in (${FORUMS})` };
const OF_ACCOUNT: TenantTable = { rows: 't.account_id = $1' };

/** What moves with an account, whose forums share keys, staff and webhooks; migrations have these tables watched. */
export const ACCOUNT_TABLES: TenantTables = {
  root: 'accounts',
  documents: 'dialogs',
  copied: {
    accounts: { rows: 't.id = $1' },
    access_keys: OF_ACCOUNT,
    account_entries: OF_ACCOUNT,
    ...STAFF_TABLES,
    forums: OF_ACCOUNT,
    forum_logos: OF_FORUM,
    metadata_fields: OF_FORUM,
    blocked_senders: OF_FORUM,
    canned_answers: OF_FORUM,
    posters: OF_FORUM,
    dialogs: { ...OF_FORUM, later: ['accepted_comment'] },
    comments: OF_FORUM,
    topic_counts: OF_FORUM,
    recent_comments: OF_FORUM,
    votes: OF_FORUM,
    tags: OF_FORUM,
    dialog_tags: OF_FORUM,
    confirmed_addresses: OF_FORUM,
    member_links: OF_FORUM,
    member_sessions: OF_FORUM,
    followers: OF_FORUM,
    files: { ...OF_FORUM, people: ['staff_id'] },
    reports: OF_FORUM,
    post_addresses: OF_FORUM,
    originals: OF_FORUM,
    merged_dialogs: OF_FORUM,
    deleted_posts: OF_FORUM,
    deleted_rows: OF_FORUM,
    audit_entries: OF_FORUM,
    import_progress: OF_FORUM,
    helpful_guides: OF_FORUM,
    staff_notices: { ...OF_FORUM, people: ['person_id'] },
    new_answers: OF_FORUM,
    new_for_staff: { ...OF_FORUM, people: ['told_to'] },
    ...MAIL_TABLES,
    ...WEBHOOK_TABLES,
    ...searchedTables(`t.tenant_id in (${FORUMS})`),
    ...searchTables(`t.tenant_id in (${FORUMS})`),
  },
  notCopied: {
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
