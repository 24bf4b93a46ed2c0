import { type Executor, sql } from '@guidepost/postgres';
import { queueChanged } from '../../indexing/queue-dialogs.ts';
import { countDialogs } from '../../posts/counters.ts';
import { RENDERER } from '../../rendering/render-text.ts';
import type { ArchivedTag } from './archived-dialog.ts';
import type { SettledDialog } from './ids.ts';
import type { ImportedCounts, UpdateCounts } from './import-progress.ts';
import { acceptedIn, printOfComment, printOfDialog } from './known-posts.ts';
import { type Posters, type Writing, writePosters } from './write-posters.ts';

const insertTags = sql`
  -- $1 forum, $2 an array of objects. An existing tag keeps its spelling and becomes public if the archive says so.
  insert into tags as t (forum_id, name, folded_name, is_public, dialogs)
  select $1, n.name, n.folded, n.is_public, n.dialogs
  from json_to_recordset($2) as n (name text, folded text, is_public boolean, dialogs integer)
  order by n.folded collate "C"
  on conflict (forum_id, folded_name)
    do update set dialogs = t.dialogs + excluded.dialogs, is_public = t.is_public or excluded.is_public
  returning t.id, t.folded_name
`;

const insertDialogTags = sql`
  -- $1 forum, $2 an array of objects
  insert into dialog_tags (forum_id, dialog_id, tag_id, archived, pub_date)
  select $1, c.dialog_id, c.tag_id, c.archived, c.pub_date
  from json_to_recordset($2) as c (dialog_id bigint, tag_id bigint, archived boolean, pub_date timestamptz)
`;

const insert = sql`
  -- $1 forum, $2 renderer, $3 an array of objects
  insert into dialogs (forum_id, id, topic, title, text, markdown, text_html, renderer, pub_date, last_activity, num_comments,
    num_votes, views, state, former_state, archived, held, poster_id, author_name, work_title, confirmed, metadata,
    content_hash, earlier_votes, external, imported)
  select $1, d.id, d.topic, d.title, d.text, d.markdown, d.text_html, $2, d.pub_date, d.last_activity, d.num_comments,
    d.num_votes, d.views, d.state, d.former_state, d.archived, d.held, d.poster_id, d.author_name, d.work_title, d.confirmed,
    d.metadata, decode(d.content_hash, 'hex'), d.earlier_votes, d.external, decode(d.imported, 'hex')
  from json_to_recordset($3) as d (
    id bigint, topic text, title text, text text, markdown boolean, text_html text, pub_date timestamptz, last_activity timestamptz,
    num_comments integer, num_votes integer, views bigint, state text, former_state text, archived boolean, held boolean, poster_id bigint,
    author_name text, work_title text, confirmed boolean, metadata jsonb, content_hash text,
    earlier_votes integer, external text, imported text
  )
  order by d.id
`;
const findHashes = sql`
  select encode(d.content_hash, 'hex') as hash
  from unnest($2::text[]) as h (hash)
  join dialogs d on d.forum_id = $1 and d.content_hash = decode(h.hash, 'hex')
`;

/** Writes dialogs and everything that belongs to them, in the lock order of decision 0020. */
export async function writeDialogs(
  transaction: Executor,
  writing: Writing,
): Promise<Omit<ImportedCounts, keyof UpdateCounts>> {
  const { forumId, dialogs } = writing;
  if (dialogs.length === 0) return { dialogs: 0, comments: 0, votes: 0, duplicates: 0 };
  const posters = await writePosters(transaction, writing);
  const hashes = await keepUnique(transaction, writing);
  const rows = dialogs.map((dialog, index) =>
    rowOf(dialog, { posters, content_hash: hashes[index] ?? null }),
  );
  await transaction.none(insert([forumId, RENDERER, JSON.stringify(rows)]));
  const replies = await writeReplies(transaction, writing, posters);
  await writeTags(transaction, writing);
  await queueChanged(
    transaction,
    forumId,
    dialogs.map(({ id }) => id),
  );
  await countDialogs(transaction, forumId, dialogs);
  const duplicates = hashes.filter((hash) => hash === null).length;
  return { dialogs: dialogs.length, duplicates, ...replies };
}

interface RowContext {
  posters: Posters;
  content_hash: string | null;
}

function rowOf(dialog: SettledDialog, { posters, content_hash }: RowContext): object {
  const { id, topic, title, text, markdown, text_html, pub_date, state, former_state } = dialog;
  const { archived, held, views, metadata, work_title, confirmed, earlier_votes, external } = dialog;
  const shown = dialog.comments.filter((comment) => !comment.held).map((comment) => comment.pub_date);
  return {
    id,
    topic,
    title,
    text,
    markdown,
    text_html,
    pub_date,
    last_activity: [pub_date, ...shown].toSorted().at(-1),
    num_comments: shown.length,
    num_votes: earlier_votes + dialog.votes.length,
    earlier_votes,
    views,
    state,
    former_state,
    archived,
    held,
    poster_id: posters.idOf(dialog),
    author_name: dialog.name,
    work_title,
    confirmed,
    metadata,
    content_hash,
    external,
    imported: external === null ? null : printOfDialog({ ...dialog, accepted: acceptedIn(dialog.comments) }),
  };
}

/** Content hashes; null for content the forum already has, so that duplicates can be stored. */
async function keepUnique(transaction: Executor, { forumId, dialogs }: Writing): Promise<(string | null)[]> {
  const hashes = dialogs.map(({ content_hash }) => content_hash);
  const rows = await transaction.any<{ hash: string }>(findHashes([forumId, hashes]));
  const known = new Set(rows.map(({ hash }) => hash));
  return hashes.map((hash) => {
    if (known.has(hash)) return null;
    known.add(hash);
    return hash;
  });
}

async function writeTags(transaction: Executor, { forumId, dialogs }: Writing): Promise<void> {
  const tags = new Map<string, ArchivedTag & { dialogs: number }>();
  for (const dialog of dialogs) {
    for (const { name, folded, is_public } of dialog.tags) {
      const tag = tags.get(folded) ?? { name, folded, is_public, dialogs: 0 };
      tag.is_public ||= is_public;
      tag.dialogs += dialog.archived ? 0 : 1;
      tags.set(folded, tag);
    }
  }
  if (tags.size === 0) return;
  const rows = await transaction.any<{ id: number; folded_name: string }>(
    insertTags([forumId, JSON.stringify([...tags.values()])]),
  );
  const ids = new Map(rows.map(({ id, folded_name }) => [folded_name, id]));
  const carried = dialogs.flatMap(({ id, archived, pub_date, tags: own }) =>
    own.map(({ folded }) => ({ dialog_id: id, tag_id: ids.get(folded), archived, pub_date })),
  );
  await transaction.none(insertDialogTags([forumId, JSON.stringify(carried)]));
}

const insertComments = sql`
  -- $1 forum, $2 renderer, $3 an array of objects. Comments with names of others are rendered again when all are there.
  insert into comments (forum_id, id, dialog_id, text, markdown, text_html, renderer, pub_date, is_org_reply, held,
    poster_id, author_name, work_title, confirmed, external, parent_id, imported)
  select $1, c.id, c.dialog_id, c.text, c.markdown, c.text_html, case when c.names then 0 else $2 end, c.pub_date,
    c.is_org_reply, c.held, c.poster_id, c.author_name, c.work_title, c.confirmed, c.external, c.parent_id,
    decode(c.imported, 'hex')
  from json_to_recordset($3) as c (
    id bigint, dialog_id bigint, text text, markdown boolean, text_html text, names boolean, pub_date timestamptz, is_org_reply boolean, held boolean,
    poster_id bigint, author_name text, work_title text, confirmed boolean, external text, parent_id bigint, imported text
  )
`;
const acceptAnswers = sql`
  -- $1 forum, $2 dialogs, $3 the comment that is the answer to each
  update dialogs d
  set accepted_comment = a.comment_id
  from unnest($2::bigint[], $3::bigint[]) as a (dialog_id, comment_id)
  where d.forum_id = $1 and d.id = a.dialog_id
`;
const insertVotes = sql`
  -- $1 forum, $2 an array of objects. People who voted here already are left out.
  with cast_votes as (
    insert into votes (forum_id, dialog_id, voter, poster_id, author_name, voted_at)
    select $1, v.dialog_id, decode(v.voter, 'hex'), v.poster_id, v.author_name, v.voted_at
    from json_to_recordset($2) as v (
      dialog_id bigint, voter text, poster_id bigint, author_name text, voted_at timestamptz
    )
    on conflict do nothing
    returning dialog_id
  )
  select count(*) as votes from cast_votes
`;

const insertHelpful = sql`
  -- $1 forum, $2 dialogs, $3 comments, $4 dates: votes of people who are not known.
  insert into helpful_votes (forum_id, dialog_id, comment_id, voter, voted_at)
  select $1, v.dialog_id, v.comment_id, random_hash(), v.voted_at
  from unnest($2::bigint[], $3::bigint[], $4::timestamptz[]) as v (dialog_id, comment_id, voted_at)
`;

/** Writes comments and votes. @returns how many there were */
export async function writeReplies(
  transaction: Executor,
  { forumId, dialogs }: Writing,
  posters: Posters,
): Promise<{ comments: number; votes: number }> {
  const comments = dialogs.flatMap((dialog) =>
    dialog.comments.map((comment) => ({
      id: comment.id,
      dialog_id: dialog.id,
      text: comment.text,
      markdown: comment.markdown,
      text_html: comment.text_html,
      names: comment.markdown && comment.text.includes('@'),
      pub_date: comment.pub_date,
      is_org_reply: comment.is_org_reply,
      held: comment.held,
      poster_id: posters.idOf(comment),
      author_name: comment.name,
      work_title: comment.work_title,
      confirmed: comment.confirmed,
      external: comment.external,
      parent_id: comment.parent_id,
      imported: comment.external === null ? null : printOfComment(comment),
    })),
  );
  const accepted = dialogs.flatMap((dialog) =>
    dialog.comments.filter((comment) => comment.accepted).map((comment) => [dialog.id, comment.id] as const),
  );
  const votes = dialogs.flatMap((dialog) =>
    dialog.votes.map((vote) => ({
      dialog_id: dialog.id,
      voter: vote.voter,
      poster_id: posters.idOf(vote),
      author_name: vote.name,
      voted_at: vote.voted_at,
    })),
  );
  await transaction.none(insertComments([forumId, RENDERER, JSON.stringify(comments)]));
  const answers = [accepted.map(([dialog]) => dialog), accepted.map(([, comment]) => comment)];
  if (accepted.length > 0) await transaction.none(acceptAnswers([forumId, ...answers]));
  const helpful = dialogs.flatMap(({ id: dialogId, comments: own }) =>
    own.flatMap(({ id, helpful: dates }) => dates.map((date) => [dialogId, id, date] as const)),
  );
  const columns = [0, 1, 2].map((column) => helpful.map((vote) => vote[column]));
  if (helpful.length > 0) await transaction.none(insertHelpful([forumId, ...columns]));
  const cast = await transaction.one<{ votes: number }>(insertVotes([forumId, JSON.stringify(votes)]));
  return { comments: comments.length, votes: cast.votes };
}
