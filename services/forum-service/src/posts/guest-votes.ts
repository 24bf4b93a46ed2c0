import { randomBytes } from 'node:crypto';
import { addressBlock } from '@guidepost/http';
import { type Database, type Executor, isUniqueViolation, type Secret, sql } from '@guidepost/postgres';
import { type Guest, identifyGuest, lockNetwork, MOST_VOTES } from './guests.ts';
import { lockExistingDialogs } from './lock-posts.ts';
import { castVote } from './posting.ts';

export interface GuestVote extends Guest {
  dialogId: number;
}

export interface GuestVotes {
  /**
   * Counts the vote of someone who is not signed in, once for each browser.
   * @returns the forum's new revision, or why the vote was not counted
   * @throws AppError `not-found`, `forbidden` for an archived dialog or a blocked sender
   */
  cast(vote: GuestVote): Promise<number | 'repeated' | 'too-many'>;
  /** @returns the forum's new revision; undefined without such a vote */
  takeBack(vote: GuestVote): Promise<number | undefined>;
}

const count = sql`
  -- Votes of guests for the dialog $2 from the network $3.
  select count(*) as votes
  from post_addresses a
  join posters p on p.forum_id = $1 and p.id = a.poster_id and p.email is null
  where a.forum_id = $1 and a.dialog_id = $2 and a.kind = 'vote' and a.sender <<= $3::inet
`;
const remove = sql`
  -- The vote of $3 for the dialog $2, if it is not archived, with all that depends on it.
  with gone as (
    delete from votes v
    using dialogs d
    where v.forum_id = $1 and v.dialog_id = $2 and v.voter = $3
      and d.forum_id = $1 and d.id = v.dialog_id and not d.archived
    returning v.dialog_id, v.poster_id
  ),
  address as (
    delete from post_addresses a
    using gone g
    where a.forum_id = $1 and a.dialog_id = g.dialog_id and a.kind = 'vote' and a.poster_id = g.poster_id
  ),
  counted as (
    update dialogs d
    set num_votes = d.num_votes - 1
    from gone g
    where d.forum_id = $1 and d.id = g.dialog_id
    returning g.poster_id
  ),
  bumped as (
    update forums f
    set revision = f.revision + 1
    from counted
    where f.id = $1
    returning f.revision, counted.poster_id
  )
  select b.revision, b.poster_id, pg_notify('guidepost', concat_ws(':', 'forum', $1::bigint, b.revision))
  from bumped b
`;
const removePoster = sql`
  delete from posters p
  where p.forum_id = $1 and p.id = $2 and p.email is null
`;

/** Votes of people who give neither name nor address. */
export function createGuestVotes(database: Database, secret: Secret): GuestVotes {
  async function castOnce(transaction: Executor, vote: GuestVote): Promise<number | 'too-many'> {
    const { forumId, dialogId, origin } = vote;
    await lockNetwork(transaction, vote);
    const place = [forumId, dialogId, addressBlock(origin.sender)];
    const { votes } = await transaction.one<{ votes: number }>(count(place));
    if (votes >= MOST_VOTES) return 'too-many';
    // Different for each, since an archive tells people without address by their names.
    const name = `Guest ${randomBytes(4).toString('hex')}`;
    const { voter } = await identifyGuest(secret, vote);
    const identity = { poster: null, claim: null, person: voter };
    const author = { identity, email: null, name };
    return castVote(transaction, { forumId, dialogId, origin, author, allowArchived: false });
  }

  return {
    async cast(vote) {
      try {
        return await database.tx((transaction) => castOnce(transaction, vote));
      } catch (error) {
        if (isUniqueViolation(error, ['votes_pkey'])) return 'repeated';
        throw error;
      }
    },
    async takeBack(vote) {
      const { forumId, dialogId } = vote;
      const { voter } = await identifyGuest(secret, vote);
      return database.tx(async (transaction) => {
        await lockExistingDialogs(transaction, forumId, [dialogId]);
        const gone = await transaction.oneOrNone<{ revision: number; poster_id: number }>(
          remove([forumId, dialogId, voter]),
        );
        if (gone) await transaction.none(removePoster([forumId, gone.poster_id]));
        return gone?.revision;
      });
    },
  };
}
