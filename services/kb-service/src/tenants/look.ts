import { type Executor, sql } from '@guidepost/postgres';
import { type LookTexts, readLook } from '../look/look-properties.ts';
import { type KnowledgeBase, noSuchKnowledgeBase, type ShownLook } from '../model/knowledge-base.ts';
import type { Actor } from '../model/permissions.ts';
import { changeKnowledgeBase } from './changes.ts';

const find = sql`
  select k.look
  from knowledge_bases k
  where k.id = $1
`;
const update = sql`
  -- Writes only if something differs.
  update knowledge_bases k
  set look = $2, shown_look = $3
  where k.id = $1 and (k.look, k.shown_look) is distinct from ($2::jsonb, $3::jsonb)
  returning k.id
`;

/** The texts of the owners of a knowledge base about its look. */
export async function findLook(executor: Executor, id: number): Promise<LookTexts> {
  const found = await executor.oneOrNone<{ look: LookTexts }>(find([id]));
  if (!found) throw noSuchKnowledgeBase(String(id));
  return found.look;
}

/**
 * Changes the look of a knowledge base: the properties in `texts`, of which empty ones are removed.
 * @returns whether anything changed
 * @throws AppError `not-found`, or `invalid` with a message for each property that is wrong
 */
export function setLook(
  database: Executor,
  actor: Actor,
  { host, texts }: { host: string; texts: LookTexts },
): Promise<boolean> {
  const change = { host, actor, action: 'knowledge-base set' } as const;
  return changeKnowledgeBase(database, change, async (transaction, knowledgeBase) => {
    const former: Readonly<Record<string, unknown>> = await findLook(transaction, knowledgeBase.id);
    const changed = await placeLook(transaction, knowledgeBase, texts);
    const look = Object.entries(texts).flatMap(([name, text]) => (text === (former[name] ?? '') ? [] : name));
    return { changed, result: changed, audit: changed ? { details: { look } } : [] };
  });
}

/** The same within a transaction; undefined changes nothing. */
export async function placeLook(
  transaction: Executor,
  { id, language }: Pick<KnowledgeBase, 'id' | 'language'>,
  changes: LookTexts | undefined,
): Promise<boolean> {
  if (!changes) return false;
  const { texts, shown } = await readLook({ ...(await findLook(transaction, id)), ...changes }, language);
  return (await transaction.oneOrNone(update([id, texts, shown]))) !== null;
}

/** The look as it would be shown after such changes, for a preview. @throws as {@link setLook} */
export async function previewLook(
  executor: Executor,
  { id, language }: Pick<KnowledgeBase, 'id' | 'language'>,
  changes: LookTexts,
): Promise<ShownLook> {
  return (await readLook({ ...(await findLook(executor, id)), ...changes }, language)).shown;
}
