import { bumpRevision, type Database } from '@guidepost/postgres';
import { FORUM_REVISIONS } from '../forums/revisions.ts';

/** A dialog as tests write it, straight into the tables; everything has a usual value. */
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
  name?: string;
  work_title?: string;
  poster_id?: number;
}

/** A forum with an account of the same name. */
export interface TestForum {
  slug: string;
  language?: string;
  topics?: string[];
}

/** Makes an account and a forum in it, and gives the forum's id. */
export async function writeForum(database: Database, forum: TestForum): Promise<number> {
  const { slug, language = 'en', topics = ['Q', 'P', 'S', 'B'] } = forum;
  const { id } = await database.one<{ id: number }>(
    `with account as (insert into accounts (name, allows_metadata, allows_keys) values ($1, true, true) returning id)
     insert into forums (account_id, slug, name, formal_name, language, topics, default_topic)
     select id, $1, $1, $1, $2, $3::text[], ($3::text[])[1] from account returning id`,
    [slug, language, topics],
  );
  await bumpRevision(database, FORUM_REVISIONS, id);
  return id;
}

/** Writes dialogs by posters whose ids are those of the dialogs unless they are said. */
export async function writeDialogs(
  database: Database,
  forumId: number,
  dialogs: TestDialog[],
): Promise<void> {
  await database.tx(async (transaction) => {
    await transaction.none(
      `insert into posters (forum_id, id, identity, email) overriding system value
       select distinct $1::bigint, p.id, sha256(p.id::text::bytea), 'poster-' || p.id || '@example.com'
       from unnest($2::bigint[]) as p (id) on conflict do nothing`,
      [forumId, dialogs.map(({ id, poster_id = id }) => poster_id)],
    );
    for (const dialog of dialogs) await writeDialog(transaction, forumId, dialog);
    await transaction.none(
      `insert into topic_counts (forum_id, archived, topic, dialogs)
       select forum_id, archived, topic, count(*) from dialogs where forum_id = $1 group by 1, 2, 3
       on conflict (forum_id, archived, topic) do update set dialogs = excluded.dialogs`,
      [forumId],
    );
    await bumpRevision(transaction, FORUM_REVISIONS, forumId);
  });
}

function writeDialog(database: Pick<Database, 'none'>, forumId: number, dialog: TestDialog): Promise<null> {
  const { id, topic = 'Q', title = `Title ${id}`, text = `Text ${id}`, name = 'Anna' } = dialog;
  const { pub_date = `2026-01-01T00:00:${String(id % 60).padStart(2, '0')}Z` } = dialog;
  return database.none(
    `insert into dialogs (forum_id, id, topic, title, text, text_html, renderer, pub_date, last_activity, num_comments,
       num_votes, views, state, archived, poster_id, author_name, work_title)
     values ($1, $2, $3, $4, $5, '<p>' || $5 || '</p>', 1, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      forumId,
      id,
      topic,
      title,
      text,
      pub_date,
      dialog.last_activity ?? pub_date,
      dialog.num_comments ?? 0,
      dialog.num_votes ?? 0,
      dialog.views ?? 0,
      dialog.state ?? null,
      dialog.archived ?? false,
      dialog.poster_id ?? id,
      name,
      dialog.work_title ?? null,
    ],
  );
}
