import { type Executor, type SqlPart, type Statement, sql } from '@guidepost/postgres';
import { queueChanged } from '../indexing/queue-dialogs.ts';
import type { Forum } from '../model/forum.ts';
import type { Person } from '../model/person.ts';
import { lockExistingDialogs } from '../posts/lock-posts.ts';
import { contentHash } from '../posts/posting.ts';
import { type StoredText, writeHtml } from '../rendering/rerender-texts.ts';
import { forgetDeleted, listDeletedMentions } from './forget-deleted.ts';

/** A table with texts that may contain a person's address. */
export interface MentionTable {
  /** Selects rows with the address as `id`, in order; takes forum and pattern. */
  list: Statement;
  /** Removes the address. @returns posters who may be left without any post, but are posting right now */
  remove: (transaction: Executor, removal: Removal) => Promise<number[] | undefined>;
}

interface Removal {
  forum: Forum;
  person: Person;
  ids: readonly number[];
}

interface Texts {
  table: string;
  /** Identifies rows within a forum; `id` by default. */
  key?: string;
  columns?: readonly string[];
  /** Columns of JSON, which is changed as text. */
  json?: readonly string[];
}

/** Replaces the address. No address is shorter, so no text grows. */
const OMISSION = '[…]';

const column = (name: string): SqlPart => sql.part`o.${sql.identifier(name)}`;
const replaced = (text: SqlPart): SqlPart =>
  sql.part`regexp_replace(${text} collate "und-x-icu", $2, $4, 'gi')`;

function listIn({ table, key = 'id', columns = [], json = [] }: Texts): Statement {
  return sql`
    -- Rows with the address (pattern $2) in a text. Most contain no address at all, which is checked first.
    select ${column(key)} as id
    from ${sql.identifier(table)} o
    cross join lateral (
      select concat_ws(' ', ${sql.list([...columns, ...json].map(column))}) collate "und-x-icu" as texts
    ) c
    where o.forum_id = $1 and strpos(c.texts, '@') > 0 and c.texts ~* $2
    order by ${column(key)}
  `;
}

function changeIn({ table, key = 'id', ...texts }: Texts): Statement {
  return sql`
    -- $2 pattern of the address, $3 keys of rows, $4 replacement
    update ${sql.identifier(table)} o
    set ${changesOf(texts)}
    where o.forum_id = $1 and ${column(key)} = any ($3::bigint[])
  `;
}

function changesOf({ columns = [], json = [] }: Pick<Texts, 'columns' | 'json'>): SqlPart {
  return sql.list([
    ...columns.map((name) => sql.part`${sql.identifier(name)} = ${replaced(column(name))}`),
    ...json.map(
      (name) => sql.part`${sql.identifier(name)} = ${replaced(sql.part`${column(name)}::text`)}::jsonb`,
    ),
  ]);
}

const DIALOGS = {
  table: 'dialogs',
  columns: ['title', 'text', 'author_name', 'work_title', 'state', 'former_state'],
  json: ['metadata'],
};
const COMMENTS = { table: 'comments', columns: ['text', 'author_name', 'work_title'] };

const changeDialogTexts = sql`
  -- $2 pattern of the address, $3 ids, $4 replacement
  update dialogs o
  set ${changesOf(DIALOGS)}
  where o.forum_id = $1 and o.id = any ($3::bigint[])
  returning o.forum_id, o.id, o.title, o.text, o.markdown
`;
const changeCommentTexts = sql`
  -- $2 pattern of the address, $3 ids, $4 replacement
  update comments o
  set ${changesOf(COMMENTS)}
  where o.forum_id = $1 and o.id = any ($3::bigint[])
  returning o.forum_id, o.id, o.dialog_id, o.text, o.markdown
`;
const changeCanned = sql`
  -- $2 pattern of the address, $3 ids, $4 replacement. Names stay unique.
  update canned_answers o
  set name = case
      when o.name collate "und-x-icu" ~* $2
      then left(regexp_replace(o.name collate "und-x-icu", $2, $4, 'gi'), 80) || ' ' || o.id
      else o.name
    end,
    text = regexp_replace(o.text collate "und-x-icu", $2, $4, 'gi')
  where o.forum_id = $1 and o.id = any ($3::bigint[])
`;
const listFiles = sql`
  -- Files whose name before its ending contains the address (pattern $2), identified by size since they have no id.
  select f.bytes as id
  from files f
  where f.forum_id = $1 and regexp_replace(f.name, '\.[^.]*$', '') collate "und-x-icu" ~* $2
  order by f.bytes, f.token
`;
const changeFiles = sql`
  -- $2 pattern of the address, $3 file sizes, $4 replacement
  update files f
  set name = regexp_replace(regexp_replace(f.name, '\.[^.]*$', '') collate "und-x-icu", $2, $4, 'gi')
    || substring(f.name from '\.[^.]*$')
  where f.forum_id = $1 and f.bytes = any ($3::bigint[])
`;

/** Every table with texts by any author in which a person's address may stand. */
export const MENTION_TABLES: readonly MentionTable[] = [
  { list: listIn(DIALOGS), remove: changeDialogs },
  { list: listIn(COMMENTS), remove: changeComments },
  // A tag with an address is deleted.
  { list: listIn({ table: 'tags', columns: ['name'] }), remove: removeTags },
  // A deleted post cannot be restored any more.
  {
    list: listDeletedMentions,
    remove: (transaction, { forum, ids }) => forgetDeleted(transaction, forum.id, ids),
  },
  textsOf({ table: 'votes', key: 'dialog_id', columns: ['author_name'] }),
  textsOf({ table: 'reports', columns: ['author_name', 'reason'] }),
  textsOf({ table: 'originals', columns: ['title', 'text'], json: ['metadata'] }),
  textsOf({ table: 'notes', columns: ['text'] }),
  { list: listIn({ table: 'canned_answers', columns: ['name', 'text'] }), remove: removeBy(changeCanned) },
  // Imports have no id; the lines that are done identify them.
  textsOf({ table: 'import_progress', key: 'lines', json: ['refusals'] }),
  // Editors may have typed the address, for example as a tag.
  textsOf({ table: 'audit_entries', json: ['details'] }),
  { list: listFiles, remove: removeBy(changeFiles) },
];

function textsOf(texts: Texts): MentionTable {
  return { list: listIn(texts), remove: removeBy(changeIn(texts)) };
}

function removeBy(change: Statement): MentionTable['remove'] {
  return async (transaction, removal) => {
    await transaction.none(change(valuesOf(removal)));
    return undefined;
  };
}

function valuesOf({ forum, person, ids }: Removal): unknown[] {
  return [forum.id, person.mention, ids, OMISSION];
}

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

async function changeDialogs(transaction: Executor, removal: Removal): Promise<undefined> {
  const { forum, ids } = removal;
  await lockExistingDialogs(transaction, forum.id, ids);
  const dialogs = await transaction.any<StoredText & { title: string }>(changeDialogTexts(valuesOf(removal)));
  await writeHtml(transaction, { table: 'dialogs', texts: dialogs });
  for (const { id, title, text } of dialogs) {
    await transaction.none(updateContentHash([forum.id, id, contentHash(title, text)]));
  }
  await queueChanged(transaction, forum.id, ids);
}

async function changeComments(transaction: Executor, removal: Removal): Promise<undefined> {
  const comments = await transaction.any<StoredText & { dialog_id: number }>(
    changeCommentTexts(valuesOf(removal)),
  );
  await writeHtml(transaction, { table: 'comments', texts: comments });
  const dialogs = new Set(comments.map(({ dialog_id }) => dialog_id));
  await queueChanged(transaction, removal.forum.id, [...dialogs]);
}

async function removeTags(transaction: Executor, { forum, ids }: Removal): Promise<undefined> {
  const tagged = await transaction.any<{ dialog_id: number }>(listTagged([forum.id, ids]));
  await transaction.none(deleteTags([forum.id, ids]));
  const dialogs = tagged.map(({ dialog_id }) => dialog_id);
  await queueChanged(transaction, forum.id, dialogs);
}
