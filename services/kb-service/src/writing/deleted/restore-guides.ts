import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { isEdition, type KnowledgeBase } from '../../model/knowledge-base.ts';
import { type Actor, requireInLanguages } from '../../model/permissions.ts';
import { changeKnowledgeBase } from '../../tenants/changes.ts';
import { findNumberedSlug } from '../drafts/guide-slugs.ts';
import { type DeletedNames, lockDeleted } from './deleted-guides.ts';
import { KEPT_TABLES } from './keep-deleted.ts';

export interface RestoredGuide {
  id: number;
  slug: string;
  /** The slug that it had, if another guide has taken it meanwhile. */
  former?: string;
}

/** The differences from when a guide was deleted. */
interface Circumstances {
  published: boolean;
  slug_taken: boolean;
  external_taken: boolean;
  draft_slug: string | null;
  /** Whether the time has passed at which a draft was to be published. */
  is_overdue: boolean | null;
  /** Null also if the owner has left. */
  owner_id: number | null;
}

const TABLES = [...KEPT_TABLES.map(({ name }) => name), 'address_hits'];

const compare = sql`
  select d.published, coalesce((w.stored ->> 'publish_at')::timestamptz <= now(), false) as is_overdue,
    exists (select from guides g where g.knowledge_base_id = $1 and g.slug = d.slug) as slug_taken,
    exists (select from guides g where g.knowledge_base_id = $1 and g.external = d.external) as external_taken,
    w.stored ->> 'slug' as draft_slug,
    (
      select m.person_id
      from deleted_guide_rows r
      join staff_memberships m on m.tenant_id = r.knowledge_base_id and m.person_id = r.person_id
      where r.knowledge_base_id = $1 and r.guide_id = d.guide_id and r.kind = 'guide_reviews'
    ) as owner_id
  from deleted_guides d
  left join deleted_guide_rows w
    on w.knowledge_base_id = d.knowledge_base_id and w.guide_id = d.guide_id and w.kind = 'guide_drafts'
  where d.knowledge_base_id = $1 and d.guide_id = $2
`;
const leaveOut = sql`
  -- Leaves out what has no place any more: in categories, tags and files that are gone, and addresses that others have.
  delete from deleted_guide_rows r
  where r.knowledge_base_id = $1 and r.guide_id = $2
    and case r.kind
      when 'guide_categories' then not exists (
        select from categories c where c.knowledge_base_id = $1 and c.id = (r.stored ->> 'category_id')::bigint
      )
      when 'guide_tags' then not exists (
        select from tags t where t.knowledge_base_id = $1 and t.id = (r.stored ->> 'tag_id')::bigint
      )
      when 'addresses' then exists (
        select from addresses a where a.knowledge_base_id = $1 and a.address = r.stored ->> 'address'
      )
      else r.kind in ('guide_files', 'draft_files', 'version_files') and not exists (
        select from files f where f.knowledge_base_id = $1 and f.id = (r.stored ->> 'file_id')::bigint
      )
    end
`;
const leaveOutHits = sql`
  delete from deleted_guide_rows r
  where r.knowledge_base_id = $1 and r.guide_id = $2 and r.kind = 'address_hits'
    and not exists (
      select from deleted_guide_rows a
      where a.knowledge_base_id = $1 and a.guide_id = $2 and a.kind = 'addresses' and a.stored -> 'id' = r.stored -> 'address_id'
    )
`;
const nameAuthors = sql`
  -- Authors by the ids that they have in this database.
  update deleted_guide_rows r
  set stored = r.stored || jsonb_build_object(
    case r.kind when 'guide_proposals' then 'proposer_id' else 'author_id' end, r.person_id
  )
  where r.knowledge_base_id = $1 and r.guide_id = $2 and r.kind in ('guide_drafts', 'guide_proposals', 'guide_notes')
`;
/** Triggers ask for it: a restored guide is no new version, and its votes are no new ones. */
const setRestoring = sql`select set_config('guidepost.restoring', $1, true)`;
const restoreRows = sql`select restore_deleted_guide_rows($1, $2, $3, $4)`;
const show = sql`
  update guides g
  set published = true
  where g.knowledge_base_id = $1 and g.id = $2
`;
const listDeletedWith = sql`
  -- The other languages of the knowledge base $1 in which the guide $2 was deleted together with it.
  select o.knowledge_base_id as id, o.slug
  from deleted_guides d
  join knowledge_bases e on e.edition_of = d.knowledge_base_id
  join deleted_guides o on o.knowledge_base_id = e.id and o.guide_id = d.guide_id and o.deleted_at = d.deleted_at
  where d.knowledge_base_id = $1 and d.guide_id = $2
  order by o.knowledge_base_id
`;
const makeRoom = sql`
  -- The place that the guide $2 has while it is not translated.
  delete from guides g
  where g.knowledge_base_id = $1 and g.id = $2 and g.missing
`;
const findMain = sql`
  select g.id
  from guides g
  where g.knowledge_base_id = $1 and g.id = $2
`;
const showFilesOfMain = sql`
  -- The files of the main language that former versions of the translation $2 show, too.
  insert into edition_files (knowledge_base_id, file_id, edition_id, guide_id)
  select m.knowledge_base_id, m.file_id, m.edition_id, m.guide_id
  from deleted_edition_files m
  join knowledge_bases k on k.id = $1 and k.main_id = m.knowledge_base_id
  where m.edition_id = $1 and m.guide_id = $2
  on conflict do nothing
`;
const chooseShown = sql`select choose_shown($1, array[$2]::bigint[])`;
const forget = sql`
  delete from deleted_guides d
  where d.knowledge_base_id = $1 and d.guide_id = $2
`;

/**
 * Restores deleted guides as they were: what was published is published again. Where another guide has the slug, a
 * number is added; where a category, a tag or the owner is gone, the guide is without.
 * @throws AppError `not-found` with each that has not been deleted, or permanently; `forbidden` also for a translation
 * in another's language
 */
export function restoreGuides(
  database: Executor,
  actor: Actor,
  { host, ...names }: DeletedNames & { host: string },
): Promise<RestoredGuide[]> {
  const change = { host, actor, action: 'guide restore' } as const;
  return changeKnowledgeBase(database, change, async (transaction, knowledgeBase) => {
    const result: RestoredGuide[] = [];
    for (const guide of await lockDeleted(transaction, knowledgeBase.id, names))
      result.push(await restoreInLanguages(transaction, { actor, knowledgeBase }, guide));
    const audit = result.map(({ id, slug, former }) => ({
      guideId: id,
      subject: slug,
      ...(former !== undefined && { details: { former } }),
    }));
    return { changed: result.length > 0, result, audit };
  });
}

/** With its translations, if they were deleted together. */
async function restoreInLanguages(
  transaction: Executor,
  { actor, knowledgeBase }: { actor: Actor; knowledgeBase: KnowledgeBase },
  guide: { id: number; slug: string },
): Promise<RestoredGuide> {
  const { id, main_id } = knowledgeBase;
  if (isEdition(knowledgeBase)) {
    if (!(await transaction.oneOrNone(findMain([main_id, guide.id])))) throw restoreMainFirst(guide.slug);
    return restoreTranslation(transaction, { id, main_id }, guide);
  }
  const editions = await transaction.any<{ id: number; slug: string }>(listDeletedWith([id, guide.id]));
  const ids = editions.map((edition) => edition.id);
  requireInLanguages(actor, 'guide restore', { place: knowledgeBase, ids });
  const restored = await restore(transaction, id, guide);
  for (const edition of editions) {
    const translation = { id: guide.id, slug: edition.slug };
    await restoreTranslation(transaction, { id: edition.id, main_id }, translation);
  }
  return restored;
}

async function restoreTranslation(
  transaction: Executor,
  { id, main_id }: Pick<KnowledgeBase, 'id' | 'main_id'>,
  guide: { id: number; slug: string },
): Promise<RestoredGuide> {
  await transaction.one(setRestoring(['on']));
  await transaction.none(makeRoom([id, guide.id]));
  const restored = await restore(transaction, id, guide);
  await transaction.one(chooseShown([main_id, guide.id]));
  return restored;
}

function restoreMainFirst(slug: string): AppError {
  return new AppError(
    'conflict',
    `The guide of ${slug} has been deleted. Restore it in the main language first.`,
  );
}

async function restore(
  transaction: Executor,
  knowledgeBaseId: number,
  { id, slug: former }: { id: number; slug: string },
): Promise<RestoredGuide> {
  const guide = [knowledgeBaseId, id];
  const now = await transaction.one<Circumstances>(compare(guide));
  const slug = now.slug_taken
    ? await findNumberedSlug(transaction, { knowledgeBaseId, slug: former })
    : former;
  const changed = changesOf(now, { slug, former });
  await transaction.none(nameAuthors(guide));
  await transaction.none(leaveOut(guide));
  await transaction.none(leaveOutHits(guide));
  await transaction.one(setRestoring(['on']));
  for (const table of TABLES) await transaction.one(restoreRows([...guide, table, changed[table] ?? {}]));
  // Last, so that webhooks tell of it once.
  if (now.published) await transaction.none(show(guide));
  await transaction.one(setRestoring(['off']));
  await transaction.none(showFilesOfMain(guide));
  await transaction.none(forget(guide));
  return { id, slug, ...(slug !== former && { former }) };
}

/** Columns that get another value than they had, by table. */
function changesOf(
  now: Circumstances,
  { slug, former }: { slug: string; former: string },
): Record<string, Record<string, unknown>> {
  return {
    guides: { slug, published: false, ...(now.external_taken && { external: null }) },
    guide_drafts: {
      // A draft that does not change the slug keeps it so.
      ...(now.draft_slug === former && { slug }),
      // Published by surprise is worse than late.
      ...(now.is_overdue && { state: 'draft', publish_at: null }),
    },
    guide_reviews: { owner_id: now.owner_id },
  };
}
