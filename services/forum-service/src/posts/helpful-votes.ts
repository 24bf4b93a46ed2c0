import { type Database, type Executor, isForeignKeyViolation, type Secret, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Member } from '../model/person.ts';
import { type Guest, identifyGuest, lockNetwork, MOST_VOTES } from './guests.ts';

export interface HelpfulVote extends Guest {
  dialogId: number;
  commentId: number;
  /** Undefined for a guest. */
  member: Pick<Member, 'person' | 'email'> | undefined;
}

/** Votes of people who find a comment helpful. */
export interface HelpfulVotes {
  /**
   * Counts the vote once for each member, and for each browser of guests.
   * @returns the forum's new revision, or why the vote was not counted
   * @throws AppError `not-found`, `forbidden` for an archived dialog, a blocked sender or a comment of one's own
   */
  cast(vote: HelpfulVote): Promise<number | 'repeated' | 'too-many'>;
  /** @returns the forum's new revision; undefined without such a vote */
  takeBack(vote: HelpfulVote): Promise<number | undefined>;
}

interface CastRow {
  accepted: boolean;
  /** Null for a repeated vote. */
  revision: number | null;
}

const insert = sql.file(new URL('./sql/cast-helpful-vote.sql', import.meta.url));
const count = sql`
  -- Votes for the comment $3 from the network $4.
  select count(*) as votes
  from helpful_votes v
  where v.forum_id = $1 and v.dialog_id = $2 and v.comment_id = $3 and v.network = $4
`;
const remove = sql`
  -- The vote of $4 for the comment $3, if its dialog is not archived.
  with gone as (
    delete from helpful_votes v
    using dialogs d
    where v.forum_id = $1 and v.dialog_id = $2 and v.comment_id = $3 and v.voter = $4
      and d.forum_id = $1 and d.id = v.dialog_id and not d.archived
    returning v.comment_id
  ),
  bumped as (
    update forums f
    set revision = f.revision + 1
    from gone
    where f.id = $1
    returning f.revision
  )
  select b.revision, pg_notify('guidepost', concat_ws(':', 'forum', $1::bigint, b.revision))
  from bumped b
`;

export function createHelpfulVotes(database: Database, secret: Secret): HelpfulVotes {
  async function voterOf(vote: HelpfulVote): Promise<{ voter: Buffer; network: Buffer | null }> {
    return vote.member ? { voter: vote.member.person, network: null } : identifyGuest(secret, vote);
  }

  async function castOnce(transaction: Executor, vote: HelpfulVote): Promise<CastRow | 'too-many' | null> {
    const { forumId, dialogId, commentId, origin, member } = vote;
    const { voter, network } = await voterOf(vote);
    if (network !== null) {
      await lockNetwork(transaction, vote);
      const { votes } = await transaction.one<{ votes: number }>(
        count([forumId, dialogId, commentId, network]),
      );
      if (votes >= MOST_VOTES) return 'too-many';
    }
    const place = [forumId, dialogId, commentId, voter, network];
    return transaction.oneOrNone<CastRow>(
      insert([...place, member?.email ?? null, origin.claimed, origin.sender]),
    );
  }

  return {
    async cast(vote) {
      const cast = await database.tx((transaction) => castOnce(transaction, vote)).catch(missing);
      if (cast === 'too-many') return cast;
      if (cast === null) throw new AppError('not-found', 'There is no such comment.');
      if (!cast.accepted) throw new AppError('forbidden', 'This vote is not accepted.');
      return cast.revision ?? 'repeated';
    },
    async takeBack(vote) {
      const { forumId, dialogId, commentId } = vote;
      const { voter } = await voterOf(vote);
      const gone = await database.oneOrNone<{ revision: number }>(
        remove([forumId, dialogId, commentId, voter]),
      );
      return gone?.revision;
    },
  };
}

/** A comment that is deleted, or whose dialog is merged, while the vote waits. */
function missing(error: unknown): null {
  if (isForeignKeyViolation(error)) return null;
  throw error;
}
