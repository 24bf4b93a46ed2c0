import { type Executor, isUniqueViolation, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { GuideTitle } from '../guides/guide-titles.ts';
import type { Voter } from './voter.ts';

export type Vote = 'up' | 'down';

export interface Ballot extends Voter {
  knowledgeBaseId: number;
  guideId: number;
  vote: Vote;
}

/** How a guide stands after a vote; it is a document's `meta`. */
export interface Standing {
  upvotes: number;
  downvotes: number;
  /** This voter's; null when five others have voted from the same address, so that it does not count. */
  vote: Vote | null;
}

type Counts = Record<'upvotes' | 'downvotes', number | null>;

/** Each failed attempt means that another voter took one of the address's five places. */
const MOST_ATTEMPTS = 6;

const castStatement = preparedStatement(new URL('./sql/cast-vote.sql', import.meta.url));
const readStatement = preparedStatement(new URL('./sql/read-votes.sql', import.meta.url));

/** How many are named. */
const MOST = 5;

const list = preparedStatement(new URL('./sql/list-most-helpful.sql', import.meta.url));

/**
 * Casts a vote: the voter's first, or in place of the opposite one. The same again changes nothing.
 * @throws AppError `not-found` when the guide is not there for clients any more
 */
export async function castVote(executor: Executor, ballot: Ballot): Promise<Standing> {
  const { knowledgeBaseId, guideId, voter, address, vote } = ballot;
  const counts = await attempt(() =>
    executor.oneOrNone<Counts>(castStatement([knowledgeBaseId, guideId, voter, address, vote])),
  );
  if (counts && counts.upvotes !== null && counts.downvotes !== null) {
    return { upvotes: counts.upvotes, downvotes: counts.downvotes, vote };
  }
  // Read afresh: what the statement found may have been written while it ran.
  const standing = await executor.oneOrNone<Standing>(
    readStatement([knowledgeBaseId, guideId, voter, address]),
  );
  if (!standing) throw new AppError('not-found', 'There is no such guide.');
  return standing;
}

async function attempt<Result>(cast: () => Promise<Result>): Promise<Result> {
  for (let count = 1; ; count += 1) {
    try {
      return await cast();
    } catch (error) {
      if (count === MOST_ATTEMPTS || !isUniqueViolation(error)) throw error;
    }
  }
}

/** The guides that helped best; none before the first vote for one. */
export function listMostHelpful(executor: Executor, knowledgeBaseId: number): Promise<GuideTitle[]> {
  return executor.any<GuideTitle>(list([knowledgeBaseId, MOST]));
}
