import { type Executor, type SqlPart, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { GuideTitle } from '../content/guide-titles.ts';
import { isEdition, type KnowledgeBase } from '../model/knowledge-base.ts';
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

const castStatement = sql.file(new URL('./sql/cast-vote.sql', import.meta.url));
const readStatement = sql`
  -- The counts of a guide and the vote of the voter $3 at the address $4, or null.
  select coalesce(c.upvotes, 0) as upvotes, coalesce(c.downvotes, 0) as downvotes, v.vote
  from guides g
  left join guide_vote_counts c on c.knowledge_base_id = g.knowledge_base_id and c.guide_id = g.id
  left join guide_votes v
    on v.knowledge_base_id = g.knowledge_base_id and v.guide_id = g.id and v.address = $4 and v.voter = $3
  where g.knowledge_base_id = $1 and g.id = $2 and (g.published or cardinality(g.published_in) > 0)
`;

const count = sql`
  select c.upvotes, c.downvotes
  from guide_vote_counts c
  where c.knowledge_base_id = $1 and c.guide_id = $2
`;

const MAX_LISTED = 5;

const listIn = (guides: SqlPart, votes: SqlPart) => sql`
  -- The $2 most helpful guides by the lower bound of the Wilson score interval at 95 % (E. B. Wilson, 1927), so
  -- that nine of ten rank above one of one. Sorts before the join, because few of many are shown.
  select g.slug, g.title, g.shown_from
  from (
    select v.guide_id,
      (
        v.upvotes + 1.9208::float8
        - 1.96::float8 * sqrt(v.upvotes::float8 * v.downvotes / (v.upvotes + v.downvotes) + 0.9604::float8)
      ) / (v.upvotes + v.downvotes + 3.8416::float8) as helpfulness
    from guide_vote_counts v
    where v.knowledge_base_id = ${votes} and v.upvotes > 0
    order by helpfulness desc, v.guide_id
  ) v
  join ${guides} g on g.knowledge_base_id = $1 and g.id = v.guide_id and g.published
  order by v.helpfulness desc, v.guide_id
  limit $2
`;
const list = listIn(sql.part`guides`, sql.part`$1`);
/** Guides have their votes in the main language, $3. */
const listInLanguage = listIn(sql.part`shown_guides`, sql.part`$3`);

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
export function listMostHelpful(
  executor: Executor,
  { id, main_id = id }: Pick<KnowledgeBase, 'id'> & Partial<Pick<KnowledgeBase, 'main_id'>>,
): Promise<GuideTitle[]> {
  const values = [id, MAX_LISTED];
  return executor.any<GuideTitle>(
    isEdition({ id, main_id }) ? listInLanguage([...values, main_id]) : list(values),
  );
}
