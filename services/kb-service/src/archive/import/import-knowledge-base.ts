import { type Executor, fromDatabaseError, sql } from '@guidepost/postgres';
import { addSynonyms, useEverydaySynonyms } from '@guidepost/search';
import { AppError } from '@guidepost/service-kit';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import type { Actor } from '../../model/permissions.ts';
import { writeProperties } from '../../reviews/write-properties.ts';
import { updateProperties } from '../../tenants/administration.ts';
import { type Change, changeKnowledgeBase, joinInBulk } from '../../tenants/changes.ts';
import { importCategories, importTags, listCategories, listTags } from './database/categories-and-tags.ts';
import { followMoves, followRenames } from './database/follow-renames.ts';
import { checkContent, GuidesLeftOut, importContent } from './database/import-content.ts';
import type { ImportedGuides } from './database/import-guides.ts';
import { type Ids, setCategoriesOfGuides, setTagsOfGuides } from './database/memberships.ts';
import { checkReferences } from './database/references.ts';
import type { ImportSource, SourceGuide } from './import-source.ts';
import type { Changes, ImportSummary } from './import-summary.ts';
import { inOrder, type LeftOut, problemsOf, refuse } from './problems.ts';

export interface ImportOptions {
  host: string;
  source: ImportSource;
  dryRun?: boolean;
  /** Unpublishes guides that are missing from the source, unless they have been changed here. */
  prune?: boolean;
  /** Treats guides that have been changed here since their last import like all others. */
  overwrite?: boolean;
  /** Changes nothing if a file or a guide cannot be imported. */
  strict?: boolean;
  /** Aborts the import, which then changes nothing. */
  signal: AbortSignal;
  /** Called with the number of guides, again if the import starts over. */
  onStart?: ((guides: number) => void) | undefined;
  onGuide?: (() => void) | undefined;
}

interface ImportStep extends ImportOptions {
  transaction: Executor;
  knowledgeBase: KnowledgeBase;
}

const unpublishGuides = sql`
  -- Returns only the guides that changed.
  update guides g
  set published = false, updated_at = now(),
    edit_revision = g.edit_revision + 1, changed_at = now(), changed_by = current_actor()
  where g.knowledge_base_id = $1 and g.slug = any($2::text[]) and g.published
  returning g.slug
`;
const listPublication = sql`
  -- Which of the guides $2 are published, and which of the guides $3 are not.
  select g.slug, g.published
  from guides g
  where g.knowledge_base_id = $1
    and ((g.slug = any($2::text[]) and g.published) or (g.slug = any($3::text[]) and not g.published))
  order by g.slug
`;
const findKnownSlugs = sql`
  -- Those of the slugs $2 that lead to a guide, also as a former slug.
  select s.slug
  from unnest($2::text[]) as s (slug)
  where exists (select from guides g where g.knowledge_base_id = $1 and g.slug = s.slug)
    or exists (select from former_slugs f where f.knowledge_base_id = $1 and f.slug = s.slug)
`;
const listGuidesGone = sql`
  -- Imported guides that are missing from the source ($2: slugs).
  select g.slug, g.edited
  from guides g
  where g.knowledge_base_id = $1
    and g.source_hash is not null
    and not exists (select from unnest($2::text[]) as s (slug) where s.slug = g.slug)
  order by g.slug
`;

/**
 * The tables of foreign keys. Plans of their checks, made once per connection with the statistics of empty tables,
 * would scan a whole knowledge base for each row.
 */
const ANALYZE_CONTENT = 'analyze (skip_locked) guides, categories, tags, files';
const MANY_GUIDES = 100;

const NOT_PRUNED =
  '--prune: nothing was unpublished, since a guide that is left out may be any of those that are missing';

/**
 * Imports a source in one transaction. What cannot be imported is left out; guides that it may be stay as they are.
 * @throws AppError `not-found`, or `invalid` if nothing can be imported, with `strict` if anything cannot
 */
export async function importKnowledgeBase(
  database: Executor,
  actor: Actor,
  options: ImportOptions,
): Promise<ImportSummary> {
  const change = { host: options.host, actor, action: 'import', dryRun: options.dryRun ?? false } as const;
  let leftOut: readonly LeftOut[] = [];
  for (;;) {
    try {
      return await changeKnowledgeBase(database, change, (transaction, knowledgeBase) =>
        runImport({ ...options, transaction, knowledgeBase }, leftOut),
      );
    } catch (error) {
      if (!(error instanceof GuidesLeftOut)) throw fromDatabaseError(error);
      leftOut = [...leftOut, ...error.leftOut];
    }
  }
}

async function runImport(request: ImportStep, leftOut: readonly LeftOut[]): Promise<Change<ImportSummary>> {
  const { transaction, knowledgeBase, host, dryRun = false, prune = false, signal } = request;
  if (prune && request.source.isPart) {
    throw new AppError('invalid', '--prune requires a directory or a JSON file.');
  }
  const usable = await findUsable(request, leftOut);
  const { source, renames } = await followRenames(transaction, knowledgeBase.id, usable);
  const step = { ...request, source };
  request.onStart?.(source.guides.length);
  const filesMoved = await followMoves(transaction, knowledgeBase, source);
  const renamed = await updateProperties(transaction, knowledgeBase, source.knowledgeBase);
  const categories = await importCategories(transaction, knowledgeBase.id, source.categories);
  const tags = await importTags(transaction, knowledgeBase.id, source.tags);
  const { guides, images, newLogo } = await importContent(step);
  const keywords = await importKeywords(step, guides);
  if (guides.changes.created >= MANY_GUIDES) await transaction.none(ANALYZE_CONTENT);
  await joinInBulk(transaction);
  const moved = await setMemberships(step, guides);
  const missing = await findGuidesGone(step);
  const kept = missing.filter(({ edited }) => prune && edited && !request.overwrite);
  const gone = missing.filter((guide) => !kept.includes(guide)).map(({ slug }) => slug);
  const prunable = source.leftOut.every(({ slugs }) => slugs !== undefined);
  const unpublished = prune && prunable ? await unpublish(step, gone) : undefined;
  // After the guides, since people at the desk lock those first.
  const properties = await setProperties(step, guides);
  // Last, since indexing the knowledge base waits for it.
  if (source.synonyms?.length) await addSynonyms(transaction, knowledgeBase, source.synonyms);
  if (source.everydaySynonyms !== undefined)
    await useEverydaySynonyms(transaction, knowledgeBase.id, source.everydaySynonyms);
  signal.throwIfAborted();
  const summary: ImportSummary = {
    host,
    dryRun,
    guides: guides.changes,
    properties: properties.changed,
    gone,
    unpublished,
    renames,
    moved: filesMoved,
    edited: [...guides.left, ...kept.map(({ slug }) => slug)],
    categories,
    tags: { created: tags.created + keywords.created, updated: tags.updated },
    images,
    findings: guides.findings,
    ignoredFiles: source.ignoredFiles,
    ...describeLeftOut(source.leftOut),
    ...(await describePublication(step)),
    remarks: [...source.remarks, ...properties.remarks, ...(prune && !prunable ? [NOT_PRUNED] : [])],
  };
  const touched = [categories, tags, keywords, guides.changes].some(isTouched);
  const changed =
    renamed || newLogo || touched || moved > 0 || filesMoved.length > 0 || Boolean(unpublished?.length);
  // Readers see nothing of properties.
  const audit = properties.changed > 0 ? { details: { properties: properties.changed } } : {};
  return { changed, result: summary, audit: changed || properties.changed > 0 ? audit : [] };
}

/**
 * The source without the guides that cannot be imported.
 * @throws AppError `invalid` with all problems if nothing remains, or nothing is to be imported
 */
async function findUsable(step: ImportStep, leftOut: readonly LeftOut[]): Promise<ImportSource> {
  const source = await leaveOut(step, step.source, leftOut);
  const references = await checkAgainstDatabase(step, source);
  const usable = await leaveOut(step, source, references.leftOut);
  const isRefused = references.mistakes.length > 0 || (step.strict && usable.leftOut.length > 0);
  const remaining = isRefused ? await checkContent({ ...step, source: usable }) : [];
  const isNothing = usable.guides.length === 0 && usable.leftOut.length > 0;
  if (isRefused || isNothing)
    refuse([...references.mistakes, ...problemsOf([...usable.leftOut, ...remaining])]);
  return usable;
}

async function leaveOut(
  { transaction, knowledgeBase }: ImportStep,
  source: ImportSource,
  more: readonly LeftOut[],
): Promise<ImportSource> {
  if (source.leftOut.length + more.length === 0) return source;
  const slugs = [...source.leftOut, ...more].flatMap((left) => left.slugs ?? []);
  const rows = await transaction.any<{ slug: string }>(findKnownSlugs([knowledgeBase.id, slugs]));
  return source.without(more, new Set(rows.map(({ slug }) => slug)));
}

async function checkAgainstDatabase({ transaction, knowledgeBase }: ImportStep, source: ImportSource) {
  const categories = await listCategories(transaction, knowledgeBase.id);
  const tags = await listTags(transaction, knowledgeBase.id);
  return checkReferences(source, {
    categories: new Map(categories.map(({ slug, parent }) => [slug, parent ?? undefined])),
    tags: new Set(tags.map(({ slug }) => slug)),
  });
}

async function describePublication({
  transaction,
  knowledgeBase,
  source,
}: ImportStep): Promise<Pick<ImportSummary, 'notPublic' | 'stillPublic' | 'stayUnpublished'>> {
  const hidden = source.guides.filter((guide) => guide.hidden !== undefined);
  const others = source.guides.filter((guide) => guide.hidden === undefined);
  const values = [knowledgeBase.id, hidden.map(({ slug }) => slug), others.map(({ slug }) => slug)];
  const rows = await transaction.any<{ slug: string; published: boolean }>(listPublication(values));
  const published = new Set(rows.filter((row) => row.published).map(({ slug }) => slug));
  const describe = ({ place, hidden: reason }: SourceGuide) => `${place}: ${reason}`;
  return {
    notPublic: hidden.filter(({ slug }) => !published.has(slug)).map(describe),
    stillPublic: hidden.filter(({ slug }) => published.has(slug)).map(describe),
    stayUnpublished: rows.filter((row) => !row.published).map(({ slug }) => slug),
  };
}

function describeLeftOut(leftOut: readonly LeftOut[]): Pick<ImportSummary, 'leftOut' | 'empty'> {
  const { empty = [], other = [] } = Object.groupBy(leftOut, (left) => (left.empty ? 'empty' : 'other'));
  return {
    leftOut: inOrder(other).map(({ place, problems }) => ({ place, problems })),
    empty: inOrder(empty).map(({ place }) => place),
  };
}

/** Keywords create tags, but do not rename them. */
async function importKeywords(
  { transaction, knowledgeBase }: ImportStep,
  { keywords }: ImportedGuides,
): Promise<Changes> {
  const known = bySlug(await listTags(transaction, knowledgeBase.id));
  const missing = [...keywords.values()].filter(({ slug }) => !known.has(slug));
  return importTags(transaction, knowledgeBase.id, missing);
}

/** @returns the number of changed memberships */
async function setMemberships(
  { transaction, knowledgeBase, source }: ImportStep,
  guides: ImportedGuides,
): Promise<number> {
  const categories = bySlug(await listCategories(transaction, knowledgeBase.id));
  const tags = bySlug(await listTags(transaction, knowledgeBase.id));
  const all = { knowledgeBaseId: knowledgeBase.id, guides: guides.ids, except: guides.edited };
  const placed = await setCategoriesOfGuides(transaction, { ...all, groups: categories }, source.guides);
  return placed + (await setTagsOfGuides(transaction, { ...all, groups: tags }, guides.tags));
}

/**
 * Takes over what the source has changed since its last import. Owners who may not write here are left out, and named.
 */
async function setProperties(
  { transaction, knowledgeBase, source, overwrite = false }: ImportStep,
  { ids, edited }: ImportedGuides,
): Promise<{ changed: number; remarks: string[] }> {
  const edits = source.guides.flatMap(({ slug, place, properties }) => {
    const guideId = ids.get(slug);
    const isSaid = Object.keys(properties).length > 0 && !edited.has(slug);
    return isSaid && guideId !== undefined ? [{ guideId, place, changes: properties }] : [];
  });
  const options = { knowledgeBaseId: knowledgeBase.id, source: { overwrite } };
  const { changed, refused } = await writeProperties(transaction, edits, options);
  const remarks = refused.map(({ edit: { place, changes }, isInvited }) => {
    const reason = isInvited ? 'is invited, but has not accepted yet' : 'may not write here';
    return `${place}: the owner ${changes.owner} ${reason}`;
  });
  return { changed: changed.size, remarks };
}

interface GuideGone {
  slug: string;
  edited: boolean;
}

async function findGuidesGone({ transaction, knowledgeBase, source }: ImportStep): Promise<GuideGone[]> {
  if (source.isPart) return [];
  const leftOut = source.leftOut.flatMap(({ slugs = [] }) => slugs);
  const slugs = [...source.guides.map(({ slug }) => slug), ...leftOut];
  return transaction.any<GuideGone>(listGuidesGone([knowledgeBase.id, slugs]));
}

async function unpublish({ transaction, knowledgeBase }: ImportStep, slugs: string[]): Promise<string[]> {
  const rows = await transaction.any<{ slug: string }>(unpublishGuides([knowledgeBase.id, slugs]));
  return rows.map(({ slug }) => slug).sort();
}

function bySlug(records: { id: number; slug: string }[]): Ids {
  return new Map(records.map(({ id, slug }) => [slug, id]));
}

function isTouched({ created, updated }: Changes): boolean {
  return created + updated > 0;
}
