import { type Executor, sql } from '@guidepost/postgres';
import { queueChanged } from '../indexing/queue-dialogs.ts';
import type { Forum } from '../model/forum.ts';
import type { Person } from '../model/person.ts';
import { lockExistingDialogs } from '../posts/lock-posts.ts';
import { contentHash } from '../posts/posting.ts';
import { forgetDeleted } from '../posts/purge-deleted.ts';
import { type StoredText, writeHtml } from '../rendering/rerender-texts.ts';
import {
  AUDIT_DETAILS,
  CANNED_TEXTS,
  COMMENT_TEXTS,
  DELETED_ROWS,
  DIALOG_TEXTS,
  FILE_NAMES,
  type MentionTable,
  ORIGINALS,
  REFUSALS,
  REPORT_TEXTS,
  TAG_NAMES,
  VOTE_TEXTS,
} from './mention-tables.ts';

export type MentionList = Pick<MentionTable, 'list'>;

interface Removal {
  forum: Forum;
  person: Person;
  ids: readonly number[];
}

type TextRow = StoredText & { dialog_id: number };
type DialogRow = StoredText & { title: string };

/** Replaces the address. No address is shorter, so no text grows. */
const OMISSION = '[…]';

const updateContentHash = sql`
  -- Null for a duplicate, as in imports.
  update dialogs d
  set content_hash = case
    when not exists (select from dialogs o where o.forum_id = $1 and o.content_hash = $3 and o.id <> $2) then $3::bytea
  end
  where d.forum_id = $1 and d.id = $2 and d.content_hash is not null
`;
const listTagged = sql`
  select distinct l.dialog_id
  from dialog_tags l
  where l.forum_id = $1 and l.tag_id = any ($2::bigint[])
  order by l.dialog_id
`;
const deleteTags = sql`
  delete from tags t
  where t.forum_id = $1 and t.id = any ($2::bigint[])
`;

/** @returns posters who may be left without any post, but are posting right now */
type Remove = (transaction: Executor, removal: Removal) => Promise<number[] | undefined>;

/** How the address is removed from each table. */
export const CHANGES = new Map<MentionList, Remove>([
  [DIALOG_TEXTS, changeDialogs],
  [COMMENT_TEXTS, changeComments],
  [TAG_NAMES, removeTags],
  [DELETED_ROWS, (transaction, { forum, ids }) => forgetDeleted(transaction, forum.id, ids)],
  ...[VOTE_TEXTS, REPORT_TEXTS, ORIGINALS, CANNED_TEXTS, REFUSALS, AUDIT_DETAILS, FILE_NAMES].map(
    (table): [MentionTable, Remove] => [
      table,
      async (transaction, removal) => void (await change(transaction, table, removal)),
    ],
  ),
]);

function change<Row>(
  transaction: Executor,
  table: MentionTable,
  { forum, person, ids }: Removal,
): Promise<Row[]> {
  return transaction.any<Row>(table.change([forum.id, person.mention, ids, OMISSION]));
}

async function changeDialogs(transaction: Executor, removal: Removal): Promise<undefined> {
  const { forum, ids } = removal;
  await lockExistingDialogs(transaction, forum.id, ids);
  const dialogs = await change<DialogRow>(transaction, DIALOG_TEXTS, removal);
  await writeHtml(transaction, { table: 'dialogs', texts: dialogs });
  for (const { id, title, text } of dialogs) {
    await transaction.none(updateContentHash([forum.id, id, contentHash(title, text)]));
  }
  await queueChanged(transaction, forum.id, ids);
}

async function changeComments(transaction: Executor, removal: Removal): Promise<undefined> {
  const comments = await change<TextRow>(transaction, COMMENT_TEXTS, removal);
  await writeHtml(transaction, { table: 'comments', texts: comments });
  const dialogs = new Set(comments.map(({ dialog_id }) => dialog_id));
  await queueChanged(transaction, removal.forum.id, [...dialogs]);
}

/** A tag that contains an address is deleted. */
async function removeTags(transaction: Executor, { forum, ids }: Removal): Promise<undefined> {
  const tagged = await transaction.any<{ dialog_id: number }>(listTagged([forum.id, ids]));
  await transaction.none(deleteTags([forum.id, ids]));
  const dialogs = tagged.map(({ dialog_id }) => dialog_id);
  await queueChanged(transaction, forum.id, dialogs);
}
