import { type Executor, preparedStatement } from '@guidepost/postgres';
import { countDialogs } from '../../dialogs/count-dialogs.ts';
import { queueChanged } from '../../indexing/queue-dialogs.ts';
import { RENDERER } from '../../rendering/render-text.ts';
import type { ImportedCounts } from './import-progress.ts';
import type { SettledDialog } from './settle-ids.ts';
import { type Posters, writePosters } from './write-posters.ts';
import { writeReplies } from './write-replies.ts';
import { writeTags } from './write-tags.ts';
import type { Writing } from './writing.ts';

const insert = preparedStatement(new URL('./sql/insert-dialogs.sql', import.meta.url));
const findHashes = preparedStatement(new URL('./sql/find-content-hashes.sql', import.meta.url));

/** Writes dialogs and everything that belongs to them, in the lock order of decision 0020. */
export async function writeDialogs(transaction: Executor, writing: Writing): Promise<ImportedCounts> {
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
  const { archived, held, views, metadata, work_title, confirmed } = dialog;
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
    num_votes: dialog.votes.length,
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
