import { type Executor, sql } from '@guidepost/postgres';
import { AppError, isStoredId } from '@guidepost/service-kit';
import type { Actor } from '../../model/permissions.ts';
import { requireKnowledgeBase } from '../../tenants/find-knowledge-base.ts';
import { readWorkingCopy } from '../drafts/working-copy.ts';

/** The text that readers saw until the next version, or a draft that a restored version has replaced. */
export interface ListedVersion {
  /** 1 is the oldest. */
  number: number;
  title: string;
  /** When a draft was written last. */
  published_at: Date;
  /** Null for versions from before there was a history. */
  published_by: string | null;
  door: Actor['door'] | null;
  /** Who replaced a draft; null for versions that readers saw. */
  replaced_by: string | null;
  /** The size of the content. */
  bytes: number;
}

export interface Version extends Omit<ListedVersion, 'bytes'> {
  content_html: string;
}

export interface VersionReference {
  host: string;
  guideId: number;
  number: number;
}

const DEFAULT_LIMIT = 50;

const listVersionRows = sql`
  -- Newest first, before the number $3 unless that is null.
  select v.number, v.title, v.published_at, v.published_by, v.door, v.replaced_by,
    octet_length(v.content_html) as bytes
  from guide_versions v
  where v.knowledge_base_id = $1 and v.guide_id = $2 and ($3::bigint is null or v.number < $3)
  order by v.number desc
  limit $4
`;
const findVersionRow = sql`
  select v.number, v.title, v.content_html, v.published_at, v.published_by, v.door, v.replaced_by
  from guide_versions v
  where v.knowledge_base_id = $1 and v.guide_id = $2 and v.number = $3::bigint
`;

/**
 * The published versions of a guide, newest first.
 * @param request `before` is the number of the last version of the previous page
 * @throws AppError `not-found`
 */
export async function listVersions(
  executor: Executor,
  {
    host,
    guideId,
    before,
    limit = DEFAULT_LIMIT,
  }: { host: string; guideId: number; before?: number | undefined; limit?: number | undefined },
): Promise<ListedVersion[]> {
  const { id: knowledgeBaseId } = await requireKnowledgeBase(executor, host);
  await readWorkingCopy(executor, { knowledgeBaseId, guideId });
  if (before !== undefined && !isStoredId(before)) throw noSuchVersion(before);
  return executor.any<ListedVersion>(listVersionRows([knowledgeBaseId, guideId, before ?? null, limit]));
}

/** @throws AppError `not-found` */
export async function readVersion(
  executor: Executor,
  { host, guideId, number }: VersionReference,
): Promise<Version> {
  const { id } = await requireKnowledgeBase(executor, host);
  return findVersion(executor, { knowledgeBaseId: id, guideId, number });
}

/** @throws AppError `not-found` */
export async function findVersion(
  executor: Executor,
  { knowledgeBaseId, guideId, number }: { knowledgeBaseId: number; guideId: number; number: number },
): Promise<Version> {
  if (!isStoredId(number) || !isStoredId(guideId)) throw noSuchVersion(number);
  const found = await executor.oneOrNone<Version>(findVersionRow([knowledgeBaseId, guideId, number]));
  if (found) return found;
  throw noSuchVersion(number);
}

function noSuchVersion(number: number): AppError {
  return new AppError('not-found', `The guide has no version ${number}.`);
}
