import { type Executor, sql } from '@guidepost/postgres';
import { queueChanged } from '../../indexing/queue-dialogs.ts';
import { recountComments } from '../../posts/counters.ts';
import { RENDERER } from '../../rendering/render-text.ts';
import type { SettledDialog } from './ids.ts';
import type { ImportedCounts, UpdateCounts } from './import-progress.ts';
import { acceptedIn, type KnownPosts, printOfComment, printOfDialog } from './known-posts.ts';
import { writeReplies } from './write-dialogs.ts';
import { writePosters } from './write-posters.ts';

const updateDialogs = sql`
  -- $1 forum, $2 renderer, $3 an array of objects. A title and text that another dialog has make a duplicate.
  update dialogs d
  set title = u.title, text = u.text, markdown = u.markdown, text_html = u.text_html, renderer = $2, state = u.state,
    imported = decode(u.imported, 'hex'), accepted_comment = u.accepted_comment,
    content_hash = case when not u.twice and not exists (
      select from dialogs o where o.forum_id = $1 and o.content_hash = decode(u.content_hash, 'hex') and o.id <> d.id
    ) then decode(u.content_hash, 'hex') end
  from json_to_recordset($3) as u (
    id bigint, title text, text text, markdown boolean, text_html text, state text, imported text, accepted_comment bigint, twice boolean,
    content_hash text
  )
  where d.forum_id = $1 and d.id = u.id
`;
const updateComments = sql`
  -- $1 forum, $2 an array of objects. Rendered again when all are there, since texts name other people.
  update comments c
  set text = u.text, markdown = u.markdown, text_html = u.text_html, renderer = 0, is_org_reply = u.is_org_reply,
    imported = decode(u.imported, 'hex')
  from json_to_recordset($2) as u (id bigint, text text, markdown boolean, text_html text, is_org_reply boolean, imported text)
  where c.forum_id = $1 and c.id = u.id
`;
const updateVotes = sql`
  -- $1 forum, $2 dialogs, $3 votes without voters of each. A merge may have added some here.
  update dialogs d
  set earlier_votes = v.earlier, num_votes = v.earlier + v.cast
  from (
    select o.id, greatest(o.earlier_votes, u.earlier) as earlier,
      (select count(*) from votes w where w.forum_id = $1 and w.dialog_id = o.id) as cast
    from unnest($2::bigint[], $3::integer[]) as u (id, earlier)
    join dialogs o on o.forum_id = $1 and o.id = u.id
  ) v
  where d.forum_id = $1 and d.id = v.id and (d.earlier_votes, d.num_votes) is distinct from (v.earlier, v.cast + v.earlier)
`;

const addHelpful = sql`
  -- $1 forum, $2 comments, $3 dates there: as many of the latest ones as bring the count up to that of there.
  insert into helpful_votes (forum_id, dialog_id, comment_id, voter, voted_at)
  select $1, c.dialog_id, c.id, random_hash(), v.voted_at
  from (
    select u.comment_id, u.voted_at,
      row_number() over (partition by u.comment_id order by u.voted_at desc) as place,
      count(*) over (partition by u.comment_id) as votes
    from unnest($2::bigint[], $3::timestamptz[]) as u (comment_id, voted_at)
  ) v
  join comments c on c.forum_id = $1 and c.id = v.comment_id
  where v.place <= v.votes - (
    select count(*) from helpful_votes h where h.forum_id = $1 and h.comment_id = c.id
  )
`;

/** A dialog that is here, as the archive has it now, with the ids of here. */
export interface AgainDialog extends Omit<SettledDialog, 'external'> {
  external: string;
  /** Those of its comments that are not here. */
  fresh: SettledDialog['comments'];
}

/**
 * Changes what has changed there since it was imported, unless it was changed here as well, and adds new comments and
 * votes. The topic, tags, metadata and people of what is here stay.
 */
export async function updateKnownDialogs(
  transaction: Executor,
  { forumId, dialogs, known }: { forumId: number; dialogs: readonly AgainDialog[]; known: KnownPosts },
): Promise<UpdateCounts & Pick<ImportedCounts, 'comments' | 'votes'>> {
  const counts = { updated: 0, unchanged: 0, kept: 0 };
  if (dialogs.length === 0) return { ...counts, comments: 0, votes: 0 };
  // Answers are accepted with the dialogs.
  const added = dialogs.map((dialog) => ({
    ...dialog,
    comments: dialog.fresh.map((comment) => ({ ...comment, accepted: false })),
  }));
  const posters = await writePosters(transaction, { forumId, dialogs: added });
  const replies = await writeReplies(transaction, { forumId, dialogs: added }, posters);
  const changed = dialogs.filter((dialog) => {
    const { imported, ...now } = known.dialogs.get(dialog.external) ?? MISSING_DIALOG;
    return isToChange(counts, { imported, now: printOfDialog(now), there: printOfArchived(dialog) });
  });
  const comments = dialogs.flatMap((dialog) =>
    dialog.comments.flatMap((comment) => {
      const present = known.comments.get(comment.external ?? '');
      return present ? [{ ...comment, dialog_id: present.dialog_id, present }] : [];
    }),
  );
  const changedComments = comments.filter(({ present, ...comment }) =>
    isToChange(counts, {
      imported: present.imported,
      now: printOfComment(present),
      there: printOfComment(comment),
    }),
  );
  if (changed.length > 0)
    await transaction.none(updateDialogs([forumId, RENDERER, JSON.stringify(rowsOf(changed))]));
  const rows = changedComments.map((comment) => {
    const { id, text, markdown, text_html, is_org_reply } = comment;
    return { id, text, markdown, text_html, is_org_reply, imported: printOfComment(comment) };
  });
  if (rows.length > 0) await transaction.none(updateComments([forumId, JSON.stringify(rows)]));
  const ids = dialogs.map(({ id }) => id);
  await transaction.none(updateVotes([forumId, ids, dialogs.map(({ earlier_votes }) => earlier_votes)]));
  const helpful = comments.flatMap(({ id, helpful: dates }) => dates.map((date) => [id, date] as const));
  const votes = [helpful.map(([id]) => id), helpful.map(([, date]) => date)];
  if (helpful.length > 0) await transaction.none(addHelpful([forumId, ...votes]));
  const touched = new Set([
    ...changed.map(({ id }) => id),
    ...changedComments.map(({ dialog_id }) => dialog_id),
    ...dialogs.filter(({ fresh }) => fresh.length > 0).map(({ id }) => id),
  ]);
  await recountComments(transaction, forumId, [...touched]);
  await queueChanged(transaction, forumId, [...touched]);
  return { ...counts, ...replies };
}

const MISSING_DIALOG = { imported: null, title: '', text: '', markdown: false, state: null, accepted: null };

function isToChange(
  counts: UpdateCounts,
  { imported, now, there }: { imported: string | null; now: string; there: string },
): boolean {
  const outcome = there === imported || there === now ? 'unchanged' : now === imported ? 'updated' : 'kept';
  counts[outcome] += 1;
  return outcome === 'updated';
}

function printOfArchived(dialog: AgainDialog): string {
  return printOfDialog({ ...dialog, accepted: acceptedIn(dialog.comments) });
}

function rowsOf(dialogs: readonly AgainDialog[]): object[] {
  const hashes = new Set<string>();
  return dialogs.map((dialog) => {
    const { id, title, text, markdown, text_html, state, content_hash, comments } = dialog;
    const twice = hashes.has(content_hash);
    hashes.add(content_hash);
    const accepted_comment = comments.find(({ accepted }) => accepted)?.id ?? null;
    const imported = printOfArchived(dialog);
    return { id, title, text, markdown, text_html, state, imported, accepted_comment, twice, content_hash };
  });
}
