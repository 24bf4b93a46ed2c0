import type { Executor } from '@guidepost/postgres';
import { type FileStore, openFileStore, setFilesOfGuides } from '../../../files/file-store.ts';
import { addCounts } from '../../../html-cleaning/removed-markup.ts';
import { placeLogo } from '../../../knowledge-bases/logo.ts';
import type { KnowledgeBase } from '../../../model/knowledge-base.ts';
import type { ImportSource } from '../import-source.ts';
import type { Findings, ImportSummary } from '../import-summary.ts';
import { type GuideImport, type ImportedGuides, importGuides } from './import-guides.ts';

export async function importContent(
  step: Omit<GuideImport, 'guides' | 'files'> & { source: ImportSource },
): Promise<Pick<ImportSummary, 'images'> & { guides: ImportedGuides; newLogo: boolean }> {
  const { transaction, source } = step;
  const knowledgeBaseId = step.knowledgeBase.id;
  const files = await openFileStore(transaction, knowledgeBaseId);
  const guides = await importGuides({ ...step, guides: source.guides, files });
  const used = { knowledgeBaseId, guides: guides.ids, files: guides.files };
  await setFilesOfGuides(transaction, used);
  addCounts(guides.findings.unknownKeys, source.unknownKeys);
  const { logo } = source;
  const newLogo = await importLogo(transaction, step.knowledgeBase, {
    logo,
    files,
    findings: guides.findings,
  });
  return { guides, newLogo, images: await files.finish() };
}

/** Imports the logo; an invalid one is reported like any other image. @returns whether the logo changed */
async function importLogo(
  transaction: Executor,
  knowledgeBase: Pick<KnowledgeBase, 'id'>,
  { logo, files, findings }: Pick<ImportSource, 'logo'> & { files: FileStore; findings: Findings },
): Promise<boolean> {
  if (!logo) return false;
  if (!('reason' in logo)) return placeLogo(transaction, knowledgeBase, { files, logo });
  findings.imagesLeftOut.push(logo.reason);
  return false;
}
