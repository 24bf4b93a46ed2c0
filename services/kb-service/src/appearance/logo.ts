import { type Executor, preparedStatement } from '@guidepost/postgres';
import { type FileStore, openFileStore } from '../files/file-store.ts';
import { changeKnowledgeBase } from '../knowledge-bases/changes.ts';
import { requireKnowledgeBase } from '../knowledge-bases/find-knowledge-base.ts';
import type { KnowledgeBase } from '../model/knowledge-base.ts';
import type { SourceLogo } from './source-logo.ts';

const updateLogo = preparedStatement(new URL('./sql/update-logo.sql', import.meta.url));

/**
 * Gives a knowledge base a logo, or none. The file of the former one goes, unless a guide shows it.
 *
 * @returns whether anything is different now, and the logo as it is served
 * @throws AppError `not-found`
 */
export function setLogo(
  database: Executor,
  host: string,
  logo: SourceLogo | null,
): Promise<{ changed: boolean } & Pick<KnowledgeBase, 'logo'>> {
  return changeKnowledgeBase(database, { host }, async (transaction, knowledgeBase) => {
    const files = await openFileStore(transaction, knowledgeBase.id);
    const changed = await placeLogo(transaction, knowledgeBase, { files, logo });
    await files.finish();
    const { logo: now } = await requireKnowledgeBase(transaction, host);
    return { changed, result: { changed, logo: now } };
  });
}

/**
 * The same in a transaction of the caller's, who finishes with the files.
 *
 * @returns whether anything is different now
 */
export async function placeLogo(
  transaction: Executor,
  { id }: Pick<KnowledgeBase, 'id'>,
  { files, logo }: { files: FileStore; logo: SourceLogo | null },
): Promise<boolean> {
  const file = logo && (await files.keep(logo));
  const values = [file?.id, logo?.pixels.width, logo?.pixels.height].map((value) => value ?? null);
  return (await transaction.oneOrNone(updateLogo([id, ...values]))) !== null;
}
