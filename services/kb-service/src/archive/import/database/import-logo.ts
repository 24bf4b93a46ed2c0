import type { Executor } from '@guidepost/postgres';
import { placeLogo } from '../../../appearance/logo.ts';
import type { FileStore } from '../../../files/file-store.ts';
import type { KnowledgeBase } from '../../../model/knowledge-base.ts';
import type { ImportSource } from '../import-source.ts';
import type { Findings } from '../import-summary.ts';

/**
 * Gives the knowledge base the logo of the source. Like any image that cannot be carried, one that is none is named and
 * stops nothing.
 *
 * @returns whether the knowledge base has another logo now
 */
export async function importLogo(
  transaction: Executor,
  knowledgeBase: Pick<KnowledgeBase, 'id'>,
  { logo, files, findings }: Pick<ImportSource, 'logo'> & { files: FileStore; findings: Findings },
): Promise<boolean> {
  if (!logo) return false;
  if (!('reason' in logo)) return placeLogo(transaction, knowledgeBase, { files, logo });
  findings.imagesLeftOut.push(logo.reason);
  return false;
}
