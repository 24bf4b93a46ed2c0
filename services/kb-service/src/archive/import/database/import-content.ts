import type { Executor } from '@guidepost/postgres';
import { addCounts } from '../../../cleaning/removed-markup.ts';
import { type FileStore, openFileStore, setFilesOfGuides } from '../../../files/file-store.ts';
import type { KnowledgeBase } from '../../../model/knowledge-base.ts';
import { placeLogo } from '../../../tenants/logo.ts';
import type { ImportSource } from '../import-source.ts';
import type { Findings, ImportSummary } from '../import-summary.ts';
import type { LeftOut } from '../problems.ts';
import { type GuideImport, type ImportedGuides, importGuides } from './import-guides.ts';

/** Ends an attempt to import, so that the next one does without these guides. */
export class GuidesLeftOut extends Error {
  readonly leftOut: readonly LeftOut[];

  constructor(leftOut: readonly LeftOut[]) {
    super('Some guides cannot be imported.');
    this.leftOut = leftOut;
  }
}

export type ContentImport = Omit<GuideImport, 'guides' | 'files'> & { source: ImportSource };

/** The guides that cannot be imported; what else it does must be rolled back. */
export async function checkContent(step: ContentImport): Promise<LeftOut[]> {
  const files = await openFileStore(step.transaction, step.knowledgeBase.id);
  const checked = { ...step, guides: step.source.guides, files, checkOnly: true };
  return (await importGuides(checked)).leftOut;
}

/** @throws GuidesLeftOut if some guides cannot be imported */
export async function importContent(step: ContentImport): Promise<
  Pick<ImportSummary, 'images'> & {
    guides: ImportedGuides;
    newLogo: boolean;
    paths: ReadonlyMap<string, string>;
  }
> {
  const { transaction, source } = step;
  const knowledgeBaseId = step.knowledgeBase.id;
  const files = await openFileStore(transaction, knowledgeBaseId);
  const guides = await importGuides({ ...step, guides: source.guides, files, isPart: source.isPart });
  if (guides.leftOut.length > 0) throw new GuidesLeftOut(guides.leftOut);
  const used = { knowledgeBaseId, guides: guides.ids, files: guides.files };
  await setFilesOfGuides(transaction, used);
  addCounts(guides.findings.unknownKeys, source.unknownKeys);
  const { logo } = source;
  const newLogo = await importLogo(transaction, step.knowledgeBase, {
    logo,
    files,
    findings: guides.findings,
  });
  const images = await files.finish();
  return { guides, newLogo, images, paths: files.paths() };
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
