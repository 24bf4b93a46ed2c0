import type { SourceLogo } from '@guidepost/files/images';
import { type Executor, sql } from '@guidepost/postgres';
import { type FileStore, openFileStore } from '../files/file-store.ts';
import type { KnowledgeBase } from '../model/knowledge-base.ts';
import type { Actor } from '../model/permissions.ts';
import { changeKnowledgeBase } from './changes.ts';
import { requireKnowledgeBase } from './find-knowledge-base.ts';

const updateLogo = sql`
  -- Writes only if something differs.
  update knowledge_bases k
  set logo_file_id = $2, logo_width = $3, logo_height = $4
  where k.id = $1 and (k.logo_file_id, k.logo_width, k.logo_height) is distinct from ($2, $3, $4)
  returning k.id
`;

/**
 * Sets or removes the logo of a knowledge base. Its former file is deleted unless a guide shows it.
 * @throws AppError `not-found`
 */
export function setLogo(
  database: Executor,
  actor: Actor,
  { host, logo }: { host: string; logo: SourceLogo | null },
): Promise<{ changed: boolean } & Pick<KnowledgeBase, 'logo'>> {
  const change = { host, actor, action: 'knowledge-base set' } as const;
  return changeKnowledgeBase(database, change, async (transaction, knowledgeBase) => {
    const files = await openFileStore(transaction, knowledgeBase.id);
    const changed = await placeLogo(transaction, knowledgeBase, { files, logo });
    await files.finish();
    const { logo: now } = await requireKnowledgeBase(transaction, host);
    const audit = changed ? { details: { logo: now?.address ?? 'none' } } : [];
    return { changed, result: { changed, logo: now }, audit };
  });
}

/**
 * Sets or removes the logo within a transaction; the caller finishes the file store.
 * @returns whether anything changed
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
