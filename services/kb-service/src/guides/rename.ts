import { type Database, type Executor, fromDatabaseError, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { changeKnowledgeBase } from '../knowledge-bases/changes.ts';
import { noSuchGuide } from './former-slugs.ts';

export interface Renaming {
  host: string;
  slug: string;
  newSlug: string;
}

const rename = preparedStatement(new URL('./sql/rename-guide.sql', import.meta.url));
const findUnknownSlugs = preparedStatement(new URL('./sql/find-unknown-slugs.sql', import.meta.url));

/**
 * Gives a guide another slug; the one it had goes on leading to it until another guide takes it.
 *
 * @returns whether it is called otherwise now
 * @throws AppError `not-found` for a guide that does not exist, `conflict` for a slug that another guide has
 */
export async function renameGuide(database: Database, { host, slug, newSlug }: Renaming): Promise<boolean> {
  try {
    return await changeKnowledgeBase(database, { host }, async (transaction, { id }) => {
      await requireGuide(transaction, id, slug);
      const changed = slug !== newSlug;
      if (changed) await transaction.one(rename([id, slug, newSlug]));
      return { changed, result: changed };
    });
  } catch (error) {
    throw explain(error, newSlug);
  }
}

async function requireGuide(transaction: Executor, knowledgeBaseId: number, slug: string): Promise<void> {
  const unknown = await transaction.any(findUnknownSlugs([knowledgeBaseId, [slug]]));
  if (unknown.length > 0) throw await noSuchGuide(transaction, { knowledgeBaseId, slug });
}

/** The constraint judges, so that two who want the same slug at once cannot both have it. */
function explain(thrown: unknown, newSlug: string): unknown {
  const error = fromDatabaseError(thrown);
  if (!(error instanceof AppError) || error.kind !== 'conflict') return thrown;
  return new AppError('conflict', `There is a guide ${newSlug} already.`, { cause: thrown });
}
