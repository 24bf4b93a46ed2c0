import { lastDays } from '@guidepost/insights';
import { type Executor, isStoredId, preparedStatement } from '@guidepost/postgres';
import { AppError, isVisible } from '@guidepost/service-kit';
import { changeUnseen } from '../knowledge-bases/changes.ts';
import { requireKnowledgeBase } from '../knowledge-bases/find-knowledge-base.ts';
import type { Actor } from '../model/actor.ts';
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

const write = preparedStatement(new URL('./sql/write-comment.sql', import.meta.url));
const list = preparedStatement(new URL('./sql/list-comments.sql', import.meta.url));
const remove = preparedStatement(new URL('./sql/delete-comment.sql', import.meta.url));

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

/** Comments of a period, newest first. @throws AppError `not-found` */
export async function listComments(
  executor: Executor,
  { host, days, limit }: InsightsRequest,
): Promise<GuideComment[]> {
  const { id } = await requireKnowledgeBase(executor, host);
  return executor.any<GuideComment>(list([id, lastDays(days).from, limit]));
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
