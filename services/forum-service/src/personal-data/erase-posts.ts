import { catalogueOf } from '@guidepost/i18n';
import { type Database, type Executor, sql } from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';
import { deleteBusyPosters, lockPosters } from '../people/posters.ts';
import { lockExistingDialogs } from '../posts/lock-posts.ts';
import { unlinkNames } from '../rendering/rerender-texts.ts';
import { type Moderation, moderate } from '../tenants/moderate.ts';
import { type Forgotten, forgetDeletedOf } from './forget-deleted.ts';
import type { PostCounts } from './holdings.ts';

export interface ErasedBatch {
  counts: PostCounts;
  finished: boolean;
}

interface Place {
  poster_id: number;
  dialog_id: number;
}

/** Dialogs per batch; small, to keep posts from waiting. */
const BATCH_SIZE = 200;

const NOTHING = { addresses: 0, deleted: 0, busy: [] };

const listPlaces = sql`
  -- Up to $3 pairs of poster and dialog where the posters $2 have posts.
  select p.poster_id, p.dialog_id
  from (
    select d.poster_id, d.id as dialog_id from dialogs d where d.forum_id = $1 and d.poster_id = any ($2::bigint[])
    union
    select c.poster_id, c.dialog_id from comments c where c.forum_id = $1 and c.poster_id = any ($2::bigint[])
    union
    select v.poster_id, v.dialog_id from votes v where v.forum_id = $1 and v.poster_id = any ($2::bigint[])
    union
    select r.poster_id, r.dialog_id from reports r where r.forum_id = $1 and r.poster_id = any ($2::bigint[])
  ) p
  order by p.dialog_id, p.poster_id
  limit $3
`;
const insertAnonymous = sql`
  insert into posters (forum_id, identity)
  select $1, random_hash()
  from generate_series(1, $2)
  returning id
`;
const deleteRecentComments = sql`
  -- Hashes of posters that no longer exist are deleted too, since some may be theirs.
  delete from recent_comments r
  where r.forum_id = $1 and (
    r.poster_id = any ($2::bigint[])
    or not exists (select from posters p where p.forum_id = r.forum_id and p.id = r.poster_id)
  )
`;
const deleteAddresses = sql`
  delete from post_addresses a
  where a.forum_id = $1 and a.poster_id = any ($2::bigint[])
`;
const removePosters = sql`
  delete from posters p
  where p.forum_id = $1 and p.id = any ($2::bigint[])
`;

const anonymizeOriginals = sql`
  -- Metadata of dialogs of the posters $2 in the dialogs $3 that have become comments. Before these change their
  -- posters.
  update originals o
  set metadata = null
  from unnest($2::bigint[], $3::bigint[]) as w (poster_id, dialog_id), comments c
  where o.forum_id = $1 and o.dialog_id = w.dialog_id
    and c.forum_id = $1 and c.id = o.comment_id and c.poster_id = w.poster_id
`;

const ANONYMIZE = {
  dialogs: sql`
    -- Reassigns dialogs of the posters $2 in the dialogs $3 to the posters $4, named $5.
    update dialogs o
    set poster_id = w.nameless, author_name = $5, work_title = null, metadata = null, confirmed = false
    from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as w (poster_id, dialog_id, nameless)
    where o.forum_id = $1 and o.id = w.dialog_id and o.poster_id = w.poster_id
  `,
  comments: sql`
    -- Reassigns comments of the posters $2 in the dialogs $3 to the posters $4, named $5.
    update comments o
    set poster_id = w.nameless, author_name = $5, work_title = null, confirmed = false
    from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as w (poster_id, dialog_id, nameless)
    where o.forum_id = $1 and o.dialog_id = w.dialog_id and o.poster_id = w.poster_id
  `,
  votes: sql`
    -- Reassigns votes of the posters $2 in the dialogs $3 to the posters $4, named $5.
    update votes o
    set poster_id = w.nameless, author_name = $5, voter = random_hash()
    from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as w (poster_id, dialog_id, nameless)
    where o.forum_id = $1 and o.dialog_id = w.dialog_id and o.poster_id = w.poster_id
  `,
  reports: sql`
    -- Reassigns reports of the posters $2 in the dialogs $3 to the posters $4, named $5.
    update reports o
    set poster_id = w.nameless, author_name = $5, reporter = random_hash()
    from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as w (poster_id, dialog_id, nameless)
    where o.forum_id = $1 and o.dialog_id = w.dialog_id and o.poster_id = w.poster_id
  `,
};

/**
 * Reassigns a batch of posts to anonymous posters, a different one in each dialog, so that nothing links a person's
 * posts. Once nothing is left, deletes the posters and their network addresses.
 */
export async function erasePosts(
  database: Database,
  moderation: Moderation,
  posters: readonly number[],
): Promise<ErasedBatch> {
  const { forumId, busy, ...batch } = await moderate(database, moderation, async (transaction, forum) => {
    await lockPosters(transaction, forum.id, posters);
    const places = await transaction.any<Place>(listPlaces([forum.id, posters, BATCH_SIZE]));
    const posts = await anonymizePosts(transaction, forum, places);
    const finished = places.length < BATCH_SIZE;
    const { busy, ...rest } = finished ? await deletePosters(transaction, forum, posters) : NOTHING;
    const counts = { ...posts, ...rest };
    const result = { counts, finished, forumId: forum.id, busy };
    return { events: [{ details: { ...counts } }], visible: places.length > 0, result };
  });
  await deleteBusyPosters(database, forumId, busy);
  return batch;
}

async function anonymizePosts(
  transaction: Executor,
  { id, language }: Forum,
  places: readonly Place[],
): Promise<Omit<PostCounts, 'addresses' | 'deleted'>> {
  const dialogs = places.map(({ dialog_id }) => dialog_id);
  await lockExistingDialogs(transaction, id, dialogs);
  const anonymous = await transaction.any<{ id: number }>(insertAnonymous([id, places.length]));
  const posters = places.map(({ poster_id }) => poster_id);
  await transaction.none(anonymizeOriginals([id, posters, dialogs]));
  const columns = [posters, dialogs, anonymous.map((poster) => poster.id)];
  await unlinkNames(transaction, id, dialogs);
  const { removedAuthor } = catalogueOf(language).forum;
  const count = async (kind: keyof typeof ANONYMIZE) =>
    (await transaction.result(ANONYMIZE[kind]([id, ...columns, removedAuthor]))).rowCount;
  return {
    dialogs: await count('dialogs'),
    comments: await count('comments'),
    votes: await count('votes'),
    reports: await count('reports'),
  };
}

/** With what else refers to them. */
async function deletePosters(
  transaction: Executor,
  { id }: Forum,
  posters: readonly number[],
): Promise<Forgotten & Pick<PostCounts, 'addresses'>> {
  await transaction.none(deleteRecentComments([id, posters]));
  const { rowCount: addresses } = await transaction.result(deleteAddresses([id, posters]));
  const forgotten = await forgetDeletedOf(transaction, id, posters);
  await transaction.none(removePosters([id, posters]));
  return { addresses, ...forgotten };
}
