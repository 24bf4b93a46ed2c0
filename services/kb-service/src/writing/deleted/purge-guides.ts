import { dayOf, KEPT_DAYS } from '@guidepost/desk/insights';
import { type Database, type Executor, sql } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';
import { deleteUnusedFiles } from '../../files/files.ts';
import { type Actor, requireInLanguages } from '../../model/permissions.ts';
import { changeKnowledgeBase } from '../../tenants/changes.ts';
import { type DeletedNames, lockDeleted } from './deleted-guides.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Small, since a guide may have many votes and versions. */
const BATCH_SIZE = 20;

const forget = sql`
  -- Rows and the names of files cascade.
  delete from deleted_guides d
  where d.knowledge_base_id = $1 and d.guide_id = any($2::bigint[])
`;
const forgetTranslations = sql`
  -- The kept rows of the guides $2 in the other languages of the knowledge base $1.
  delete from deleted_guides d
  using knowledge_bases e
  where e.edition_of = $1 and d.knowledge_base_id = e.id and d.guide_id = any($2::bigint[])
  returning d.knowledge_base_id as id
`;
const lockTenantOfExpired = sql`
  -- Across tenants: a worker cleans up.
  -- A language with guides that were deleted more than thirty days ago. Writers lock the row of the main language, and
  -- wait as for any change of it. One that moves is left to the database that it moves to.
  select k.id, k.main_id
  from knowledge_bases k
  join knowledge_bases m on m.id = k.main_id
  where exists (
      select from deleted_guides d where d.knowledge_base_id = k.id and d.deleted_at < now() - interval '30 days'
    )
    and not exists (select from tenant_moves v where v.tenant_id = k.main_id)
  order by k.id
  limit 1
  for no key update of m skip locked
`;
const lockExpired = sql`
  select d.guide_id as id
  from deleted_guides d
  where d.knowledge_base_id = $1 and d.deleted_at < now() - interval '30 days'
  order by d.deleted_at, d.guide_id
  limit $2
  for update
`;
const forgetComments = sql`
  -- Across tenants: a worker cleans up.
  -- Comments of readers are kept no longer in a deleted guide.
  delete from deleted_guide_rows r
  where r.kind = 'guide_comments' and (r.stored ->> 'commented_at')::timestamptz < $1
`;

/**
 * Deletes guides permanently that have been deleted, with their translations and files.
 * @throws AppError `not-found`; `forbidden` also for a translation in another's language
 */
export function purgeGuides(
  database: Executor,
  actor: Actor,
  { host, ...names }: DeletedNames & { host: string },
): Promise<{ slugs: string[]; files: number }> {
  const change = { host, actor, action: 'guide purge' } as const;
  return changeKnowledgeBase(database, change, async (transaction, place) => {
    const { id, main_id } = place;
    const guides = await lockDeleted(transaction, id, names);
    const purged = [id, guides.map((guide) => guide.id)];
    const translations = await transaction.any<{ id: number }>(forgetTranslations(purged));
    const ids = translations.map((translation) => translation.id);
    requireInLanguages(actor, change.action, { place, ids });
    await transaction.none(forget(purged));
    const files = await deleteFilesOf(transaction, [id, main_id, ...ids]);
    const audit = guides.map((guide) => ({ guideId: guide.id, subject: guide.slug }));
    return { changed: false, result: { slugs: guides.map(({ slug }) => slug), files }, audit };
  });
}

/**
 * Deletes a batch of what was deleted more than thirty days ago, and finally comments that are too old.
 * @returns whether there may be more
 */
export async function purgeExpired(database: Database, now = Date.now()): Promise<boolean> {
  if (await purgeSome(database)) return true;
  await database.none(forgetComments([dayOf(now - KEPT_DAYS * DAY)]));
  return false;
}

function purgeSome(database: Database): Promise<boolean> {
  return database.tx('purge-deleted-guides', async (transaction) => {
    const tenant = await transaction.oneOrNone<{ id: number; main_id: number }>(lockTenantOfExpired([]));
    if (!tenant) return false;
    const expired = await transaction.any<{ id: number }>(lockExpired([tenant.id, BATCH_SIZE]));
    await transaction.none(forget([tenant.id, expired.map(({ id }) => id)]));
    await deleteFilesOf(transaction, [tenant.id, tenant.main_id]);
    return true;
  });
}

/** Files of languages that nothing shows any more: a translation has its own, and keeps those of the main language. */
async function deleteFilesOf(transaction: Executor, languages: readonly number[]): Promise<number> {
  let files = 0;
  for (const id of new Set(languages)) files += (await deleteUnusedFiles(transaction, id)).length;
  return files;
}

export function createBinCleaning(database: Database, logger: Logger): Worker {
  return createBackgroundWork({
    work: () => purgeExpired(database),
    pause: HOUR,
    onFailure: (err) => logger.warn({ err }, 'cannot delete guides permanently that were deleted long ago'),
    onRecovery: () => logger.info('guides that were deleted long ago are being deleted permanently again'),
  });
}
