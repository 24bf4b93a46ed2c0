import { type Executor, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { GuideTitle } from '../guides/guide-titles.ts';
import type { Voter } from './voter.ts';

export type Vote = 'up' | 'down';

export interface Ballot extends Voter {
  knowledgeBaseId: number;
  guideId: number;
  vote: Vote;
}

/** The votes of a guide after a vote, as the `meta` of a document. */
export interface Standing {
  upvotes: number;
  downvotes: number;
  /** The vote of this voter; null if five others have voted from the same address. */
  vote: Vote | null;
}

interface Cast extends Record<'upvotes' | 'downvotes', number | null> {
  /** Whether a vote at the same time took the place. */
  raced: boolean;
}

/** Each lost race means that one of the five places of the address was taken. */
const MAX_ATTEMPTS = 6;

const castStatement = preparedStatement(new URL('./sql/cast-vote.sql', import.meta.url));
const readStatement = preparedStatement(new URL('./sql/read-votes.sql', import.meta.url));

const count = preparedStatement(new URL('./sql/count-votes.sql', import.meta.url));

const MAX_LISTED = 5;

const list = preparedStatement(new URL('./sql/list-most-helpful.sql', import.meta.url));

/**
 * Casts a vote, or replaces the opposite one. Repeating a vote changes nothing.
 * @throws AppError `not-found` if the guide is not published
 */
export async function castVote(executor: Executor, ballot: Ballot): Promise<Standing> {
  const { knowledgeBaseId, guideId, voter, address, vote } = ballot;
  const counts = await castUnraced(executor, [knowledgeBaseId, guideId, voter, address, vote]);
  if (counts && counts.upvotes !== null && counts.downvotes !== null) {
    return { upvotes: counts.upvotes, downvotes: counts.downvotes, vote };
  }
  // A new statement, because the data may have changed while the first one ran.
  const standing = await executor.oneOrNone<Standing>(
    readStatement([knowledgeBaseId, guideId, voter, address]),
  );
  if (!standing) throw new AppError('not-found', 'There is no such guide.');
  return standing;
}

async function castUnraced(executor: Executor, values: unknown[]): Promise<Cast | null> {
  for (let attempt = 1; ; attempt += 1) {
    const cast = await executor.oneOrNone<Cast>(castStatement(values));
    if (!cast?.raced || attempt === MAX_ATTEMPTS) return cast;
  }
}

/** In all; nothing before the first vote. */
export function countVotes(
  executor: Executor,
  guide: [knowledgeBaseId: number, guideId: number],
): Promise<Pick<Standing, 'upvotes' | 'downvotes'> | null> {
  return executor.oneOrNone(count(guide));
}

/** The most helpful guides; empty before the first upvote. */
export function listMostHelpful(executor: Executor, knowledgeBaseId: number): Promise<GuideTitle[]> {
  return executor.any<GuideTitle>(list([knowledgeBaseId, MAX_LISTED]));
}
