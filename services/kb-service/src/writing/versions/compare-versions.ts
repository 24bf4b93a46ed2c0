import { type Executor, sql } from '@guidepost/postgres';
import type { ComparedText, Comparison } from '../../comparing/mark-differences.ts';
import type { MarkWords } from '../../comparing/mark-runs.ts';
import { compareContents } from '../../content/content.ts';
import { requireKnowledgeBase } from '../../tenants/find-knowledge-base.ts';
import { noSuchGuide, readWorkingCopy, requireGuideId } from '../drafts/working-copy.ts';
import { findVersion } from './versions.ts';

/** A version by number, what readers see now, or what authors are editing. */
export type ComparedVersion = number | 'published' | 'draft';

export interface ComparisonRequest {
  host: string;
  guideId: number;
  from: ComparedVersion;
  to: ComparedVersion;
  words: MarkWords;
}

interface ComparedGuide {
  knowledgeBaseId: number;
  guideId: number;
}

const findPublished = sql`
  select g.title, g.content_html
  from guides g
  where g.knowledge_base_id = $1 and g.id = $2
`;

/** @returns undefined for versions that are too long to be compared @throws AppError `not-found` */
export async function compareVersions(
  executor: Executor,
  { host, guideId, from, to, words }: ComparisonRequest,
): Promise<Comparison | undefined> {
  const { id: knowledgeBaseId } = await requireKnowledgeBase(executor, host);
  const guide = { knowledgeBaseId, guideId };
  const before = await readText(executor, guide, from);
  const after = await readText(executor, guide, to);
  return compareContents({ before, after, words });
}

async function readText(
  executor: Executor,
  guide: ComparedGuide,
  version: ComparedVersion,
): Promise<ComparedText> {
  const { title, content_html } = await findRow(executor, guide, version);
  return { title, contentHtml: content_html };
}

async function findRow(executor: Executor, guide: ComparedGuide, version: ComparedVersion) {
  if (typeof version === 'number') return findVersion(executor, { ...guide, number: version });
  if (version === 'draft') return readWorkingCopy(executor, guide);
  requireGuideId(guide.guideId);
  const published = await executor.oneOrNone<{ title: string; content_html: string }>(
    findPublished([guide.knowledgeBaseId, guide.guideId]),
  );
  if (published) return published;
  throw noSuchGuide(guide.guideId);
}
