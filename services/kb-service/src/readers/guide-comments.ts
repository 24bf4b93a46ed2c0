import { lastDays } from '@guidepost/desk/insights';
import { type Executor, sql } from '@guidepost/postgres';
import { AppError, isStoredId, isVisible } from '@guidepost/service-kit';
import type { Actor } from '../model/permissions.ts';
import { changeUnseen } from '../tenants/changes.ts';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';
import type { InsightsRequest } from './read-insights.ts';

export interface GuideComment {
  id: number;
  at: Date;
  guide_id: number;
  slug: string;
  title: string;
  comment: string;
}

export interface NewComment {
  knowledgeBaseId: number;
  guideId: number;
  /** Has answered "No". */
  voter: Buffer;
  text: string;
}

/** UTF-16 units. */
const LONGEST_COMMENT = 500;

/** Everything that a plain text cannot show, except line breaks. */
const CONTROLS = /[^\P{C}\n\u200c\u200d]/gu;

const write = sql`
  -- $1 knowledge base, $2 guide, $3 voter, $4 text; nothing unless the voter has answered "No".
  insert into guide_comments as present (knowledge_base_id, guide_id, voter, comment)
  select v.knowledge_base_id, v.guide_id, v.voter, $4
  from guide_votes v
  where v.knowledge_base_id = $1 and v.guide_id = $2 and v.voter = $3 and v.vote = 'down'
  on conflict (knowledge_base_id, guide_id, voter) do update set comment = excluded.comment, commented_at = now()
`;
const list = sql`
  -- The latest $3 comments since the day $2, on the guide $4 or (null) all, without those of voters who have answered
  -- "Yes" since.
  select c.id, c.commented_at as at, g.id as guide_id, g.slug, g.title, c.comment
  from guide_comments c
  join guide_votes v
    on v.knowledge_base_id = $1 and v.guide_id = c.guide_id and v.voter = c.voter and v.vote = 'down'
  join guides g on g.knowledge_base_id = $1 and g.id = c.guide_id
  where c.knowledge_base_id = $1 and c.commented_at >= $2::date::timestamp at time zone 'UTC'
    and ($4::bigint is null or c.guide_id = $4)
  order by c.commented_at desc, c.id desc
  limit $3
`;
const remove = sql`
  delete from guide_comments c
  using guides g
  where c.knowledge_base_id = $1 and c.id = $2 and g.knowledge_base_id = $1 and g.id = c.guide_id
  returning c.guide_id, g.slug
`;

/** The text of a form without what cannot be shown; may be empty. @throws AppError `invalid` for a long one */
export function readComment(sent: string): string {
  const text = sent.replaceAll('\r\n', '\n').replace(CONTROLS, '').trim();
  if (!isVisible(text)) return '';
  if (text.length <= LONGEST_COMMENT) return text;
  throw new AppError('invalid', `A comment has at most ${LONGEST_COMMENT} characters.`);
}

/** Keeps what a voter missed, in place of what the same voter wrote before. */
export async function writeComment(
  executor: Executor,
  { knowledgeBaseId, guideId, voter, text }: NewComment,
): Promise<void> {
  await executor.none(write([knowledgeBaseId, guideId, voter, text]));
}

/** Comments of a period, on one guide or all, newest first. @throws AppError `not-found` */
export async function listComments(
  executor: Executor,
  { host, days, limit, guideId = null }: InsightsRequest & { guideId?: number | null },
): Promise<GuideComment[]> {
  const { id } = await requireKnowledgeBase(executor, host);
  return executor.any<GuideComment>(list([id, lastDays(days).from, limit, guideId]));
}

/** Deletes a comment for good. @throws AppError `not-found` */
export function deleteComment(
  database: Executor,
  actor: Actor,
  { host, id }: { host: string; id: number },
): Promise<void> {
  return changeUnseen(
    database,
    { host, actor, action: 'comment delete' },
    async (transaction, knowledgeBase) => {
      const deleted = isStoredId(id)
        ? await transaction.oneOrNone<{ guide_id: number; slug: string }>(remove([knowledgeBase.id, id]))
        : null;
      if (!deleted) throw new AppError('not-found', 'There is no such comment.');
      return { result: undefined, audit: { guideId: deleted.guide_id, subject: deleted.slug } };
    },
  );
}
