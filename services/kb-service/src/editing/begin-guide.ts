import { type Executor, preparedStatement } from '@guidepost/postgres';
import { requireKnowledgeBase } from '../knowledge-bases/find-knowledge-base.ts';
import type { Actor } from '../model/actor.ts';
import { createGuide } from './create-guide.ts';

const findBlank = preparedStatement(new URL('./sql/find-blank-guide.sql', import.meta.url));

/** A guide to write in: one that the person began and left without a word, or a new one. */
export async function beginGuide(
  database: Executor,
  actor: Actor,
  { host, title }: { host: string; title: string },
): Promise<{ id: number }> {
  const { id } = await requireKnowledgeBase(database, host);
  const blank = await database.oneOrNone<{ id: number }>(findBlank([id, actor.personId, title]));
  return blank ?? createGuide(database, actor, { host, title });
}
