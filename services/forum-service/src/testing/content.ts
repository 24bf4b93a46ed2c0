import { createAccessKey, hashAccessKey } from '@guidepost/keys';
import { bumpRevision, type Database, type Executor } from '@guidepost/postgres';
import { FORUM_REVISIONS } from '../model/forum.ts';
import { usualStates } from '../model/states.ts';
import { foldTagName } from '../model/tag.ts';
import { RENDERER, renderText } from '../rendering/render-text.ts';
import type { KeyScope } from '../tenants/access-keys.ts';

/** A dialog written directly to the tables, with defaults. */
export interface TestDialog {
  id: number;
  topic?: string;
  title?: string;
  text?: string;
  pub_date?: string;
  last_activity?: string;
  num_comments?: number;
  num_votes?: number;
  views?: number;
  state?: string;
  archived?: boolean;
  /** Implies archived. */
  held?: boolean;
  name?: string;
  work_title?: string;
  poster_id?: number;
  /** Created if missing. */
  tags?: string[];
}

export interface TestComment {
  id: number;
  dialog_id: number;
  text?: string;
  pub_date?: string;
  is_org_reply?: boolean;
  held?: boolean;
  name?: string;
  work_title?: string;
  poster_id?: number;
}

/** A forum and an account of the same name. */
export interface TestForum {
  slug: string;
  language?: string;
  topics?: string[];
}

/** @returns the forum's id */
export async function writeForum(database: Database, forum: TestForum): Promise<number> {
  const { slug, language = 'en', topics = ['Q', 'P', 'S', 'B'] } = forum;
  const { id } = await database.one<{ id: number }>(
    `with account as (insert into accounts (name, allows_metadata, allows_keys) values ($1, true, true) returning id)
     insert into forums (account_id, slug, name, formal_name, language, topics, default_topic, states)
     select id, $1, $1, $1, $2, $3::text[], ($3::text[])[1], $4::jsonb from account returning id`,
    [slug, language, topics, JSON.stringify(usualStates(language))],
  );
  await bumpRevision(database, FORUM_REVISIONS, id);
  return id;
}

/** @returns a new key of the forum's account */
export async function writeKey(
  database: Database,
  forumId: number,
  { name = 'test', scope = 'post' }: { name?: string; scope?: KeyScope } = {},
): Promise<string> {
  const key = createAccessKey();
  await database.none(
    `insert into access_keys (account_id, name, hash, scope) select account_id, $2, $3, $4 from forums where id = $1`,
    [forumId, name, hashAccessKey(key), scope],
  );
  return key;
}

/** By default the poster ids are the dialog ids. */
export async function writeDialogs(
  database: Database,
  forumId: number,
  dialogs: TestDialog[],
): Promise<void> {
  await database.tx(async (transaction) => {
    await writePosters(transaction, forumId, dialogs);
    for (const dialog of dialogs) await writeDialog(transaction, forumId, dialog);
    await transaction.none(
      `insert into topic_counts (forum_id, archived, topic, dialogs)
       select forum_id, archived, topic, count(*) from dialogs where forum_id = $1 group by 1, 2, 3
       on conflict (forum_id, archived, topic) do update set dialogs = excluded.dialogs`,
      [forumId],
    );
    for (const { id, tags = [] } of dialogs) await writeTags(transaction, [forumId, id, tags]);
    await transaction.none(
      `update tags t set dialogs = (
         select count(*) from dialog_tags x where x.forum_id = $1 and x.tag_id = t.id and not x.archived
       ) where t.forum_id = $1`,
      [forumId],
    );
    await queue(
      transaction,
      forumId,
      dialogs.map(({ id }) => id),
    );
    await bumpRevision(transaction, FORUM_REVISIONS, forumId);
  });
}

/** By default the poster ids are the comment ids. */
export async function writeComments(
  database: Database,
  forumId: number,
  comments: TestComment[],
): Promise<void> {
  await database.tx(async (transaction) => {
    await writePosters(transaction, forumId, comments);
    for (const comment of comments) await writeComment(transaction, forumId, comment);
    await transaction.none(
      `update dialogs d set num_comments = (
         select count(*) from comments c where c.forum_id = $1 and c.dialog_id = d.id and not c.held
       ) where d.forum_id = $1`,
      [forumId],
    );
    await queue(
      transaction,
      forumId,
      comments.map(({ dialog_id }) => dialog_id),
    );
    await bumpRevision(transaction, FORUM_REVISIONS, forumId);
  });
}

/** Writers queue their changes for search. */
async function queue(executor: Executor, forumId: number, dialogIds: number[]): Promise<void> {
  await executor.any('select queue_for_search($1, $2::bigint[])', [forumId, dialogIds]);
}

function writePosters(
  executor: Executor,
  forumId: number,
  posts: { id: number; poster_id?: number }[],
): Promise<null> {
  return executor.none(
    `insert into posters (forum_id, id, identity, email) overriding system value
     select distinct $1::bigint, p.id, sha256(p.id::text::bytea), 'poster-' || p.id || '@example.com'
     from unnest($2::bigint[]) as p (id) on conflict do nothing`,
    [forumId, posts.map(({ id, poster_id = id }) => poster_id)],
  );
}

function writeDialog(executor: Executor, forumId: number, dialog: TestDialog): Promise<null> {
  const { id, topic = 'Q', title = `Title ${id}`, text = `Text ${id}`, name = 'Anna' } = dialog;
  const { pub_date = `2026-01-01T00:00:${String(id % 60).padStart(2, '0')}Z` } = dialog;
  return executor.none(
    `insert into dialogs (forum_id, id, topic, title, text, text_html, renderer, pub_date, last_activity, num_comments,
       num_votes, views, state, archived, held, poster_id, author_name, work_title)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [
      forumId,
      id,
      topic,
      title,
      text,
      renderText(text),
      RENDERER,
      pub_date,
      dialog.last_activity ?? pub_date,
      dialog.num_comments ?? 0,
      dialog.num_votes ?? 0,
      dialog.views ?? 0,
      dialog.state ?? null,
      dialog.archived ?? dialog.held ?? false,
      dialog.held ?? false,
      dialog.poster_id ?? id,
      name,
      dialog.work_title ?? null,
    ],
  );
}

async function writeTags(executor: Executor, [forumId, dialogId, names]: [number, number, string[]]) {
  for (const name of names) {
    await executor.none(
      `with made as (
         insert into tags (forum_id, name, folded_name) values ($1, $3, $4)
         on conflict (forum_id, folded_name) do update set folded_name = excluded.folded_name returning id
       )
       insert into dialog_tags (forum_id, dialog_id, tag_id, archived, pub_date)
       select $1, $2, made.id, d.archived, d.pub_date
       from made join dialogs d on d.forum_id = $1 and d.id = $2`,
      [forumId, dialogId, name, foldTagName(name)],
    );
  }
}

function writeComment(executor: Executor, forumId: number, comment: TestComment): Promise<null> {
  const { id, dialog_id, text = `Text ${id}`, name = 'Bertil', poster_id = id } = comment;
  const { pub_date = `2026-02-01T00:00:${String(id % 60).padStart(2, '0')}Z` } = comment;
  return executor.none(
    `insert into comments (forum_id, id, dialog_id, text, text_html, renderer, pub_date, is_org_reply, held, poster_id,
       author_name, work_title)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      forumId,
      id,
      dialog_id,
      text,
      renderText(text),
      RENDERER,
      pub_date,
      comment.is_org_reply ?? false,
      comment.held ?? false,
      poster_id,
      name,
      comment.work_title ?? null,
    ],
  );
}
