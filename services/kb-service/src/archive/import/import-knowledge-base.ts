import { type Executor, fromDatabaseError, sql } from '@guidepost/postgres';
import { addSynonyms, useEverydaySynonyms } from '@guidepost/search';
import { AppError } from '@guidepost/service-kit';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import type { Actor } from '../../model/permissions.ts';
import { keepEarlierVotes, restoreVotes } from '../../readers/earlier-votes.ts';
import { hasSummary } from '../../reviews/set-properties.ts';
import { writeProperties } from '../../reviews/write-properties.ts';
import { updateProperties } from '../../tenants/administration.ts';
import type { AuditEvent } from '../../tenants/audit.ts';
import { type Change, changeKnowledgeBase, joinInBulk } from '../../tenants/changes.ts';
import { placeLook } from '../../tenants/look.ts';
import { importCategories, importTags, listCategories, listTags } from './database/categories-and-tags.ts';
import { addressesOfFiles, recallSlugs } from './database/externals.ts';
import { findUsable } from './database/find-usable.ts';
import { followMoves, followRenames } from './database/follow-renames.ts';
import { findImagesElsewhere } from './database/images-elsewhere.ts';
import { describeRefusal, importAddresses } from './database/import-addresses.ts';
import { GuidesLeftOut, importContent } from './database/import-content.ts';
import type { ImportedGuides } from './database/import-guides.ts';
import { type Ids, setCategoriesOfGuides, setTagsOfGuides } from './database/memberships.ts';
import { pruneGuides } from './database/prune-guides.ts';
import type { ImportSource, SourceGuide } from './import-source.ts';
import { type Changes, describeLeftOut, type ImportSummary } from './import-summary.ts';
import type { LeftOut } from './problems.ts';

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
  /** Milliseconds to wait for other changes of the knowledge base; see `changeKnowledgeBase`. */
  lockTimeout?: number;
  /** Aborts the import, which then changes nothing. */
  signal: AbortSignal;
  /** Called with the number of guides, again if the import starts over. */
  onStart?: ((guides: number) => void) | undefined;
  onGuide?: (() => void) | undefined;
}

interface ImportStep extends ImportOptions {
  actor: Actor;
  transaction: Executor;
  knowledgeBase: KnowledgeBase;
}

const listPublication = sql`
  -- Which of the guides $2 are published, and which of the guides $3 are not.
  select g.slug, g.published
  from guides g
  where g.knowledge_base_id = $1
    and ((g.slug = any($2::text[]) and g.published) or (g.slug = any($3::text[]) and not g.published))
  order by g.slug
`;
/**
 * The tables of foreign keys. Plans of their checks, made once per connection with the statistics of empty tables,
 * would scan a whole knowledge base for each row.
 */
const ANALYZE_CONTENT = 'analyze (skip_locked) guides, categories, tags, files';
const MANY_GUIDES = 100;

/**
 * Imports a source in one transaction. What cannot be imported is left out; guides that it may be stay as they are.
 * @throws AppError `not-found`, or `invalid` if nothing can be imported, with `strict` if anything cannot
 */
export async function importKnowledgeBase(
  database: Executor,
  actor: Actor,
  options: ImportOptions,
): Promise<ImportSummary> {
  const { host, dryRun = false, lockTimeout } = options;
  const change = { host, actor, action: 'import', dryRun, lockTimeout } as const;
  let leftOut: readonly LeftOut[] = [];
  for (;;) {
    try {
      return await changeKnowledgeBase(database, change, (transaction, knowledgeBase) =>
        runImport({ ...options, actor, transaction, knowledgeBase }, leftOut),
      );
    } catch (error) {
      if (!(error instanceof GuidesLeftOut)) throw fromDatabaseError(error);
      leftOut = [...leftOut, ...error.leftOut];
    }
  }
}

/**
 * An import in its order: `findUsable` leaves out what cannot be imported, or refuses all of it; `followRenames` finds
 * guides under new slugs; `takeOver` writes everything, and decides about guides that are missing from the source;
 * `summarize` tells people the result.
 */
async function runImport(request: ImportStep, leftOut: readonly LeftOut[]): Promise<Change<ImportSummary>> {
  const { transaction, knowledgeBase, prune = false, signal } = request;
  if (prune && request.source.isPart) {
    throw new AppError('invalid', '--prune requires a directory or a JSON file.');
  }
  const recalled = await recallSlugs(transaction, knowledgeBase.id, request.source);
  const usable = await findUsable({ ...request, source: recalled }, leftOut);
  const { source, renames } = await followRenames(transaction, knowledgeBase.id, usable);
  const step = { ...request, source };
  request.onStart?.(source.guides.length);
  const taken = await takeOver(step);
  signal.throwIfAborted();
  const summary = await summarize(step, { ...taken, renames });
  const changed = isSeenByReaders(taken);
  return { changed, result: summary, audit: auditOf(changed, summary) };
}

/** Writes the source to the database. The order is that of locks: people at the desk lock guides first. */
async function takeOver(step: ImportStep) {
  const { transaction, knowledgeBase, source } = step;
  const filesMoved = await followMoves(transaction, knowledgeBase, source);
  const renamed = await updateProperties(transaction, knowledgeBase, source.knowledgeBase);
  const isRestyled = await placeLook(transaction, { ...knowledgeBase, ...source.knowledgeBase }, source.look);
  const categories = await importCategories(transaction, knowledgeBase.id, source.categories);
  const tags = await importTags(transaction, knowledgeBase.id, source.tags);
  const { guides, images, newLogo, paths } = await importContent(step);
  const keywords = await importKeywords(step, guides);
  if (guides.changes.created >= MANY_GUIDES) await transaction.none(ANALYZE_CONTENT);
  await joinInBulk(transaction);
  const moved = await setMemberships(step, guides);
  const files = await addressesOfFiles(transaction, knowledgeBase.id, { ...source, paths });
  const known = { ...source, addresses: [...(source.addresses ?? []), ...files] };
  const addresses = await importAddresses({ ...step, source: known }, guides);
  const pruning = await pruneGuides(step);
  const properties = await setProperties(step, guides);
  await keepEarlierVotes(transaction, knowledgeBase.id, votesOf(source, guides.ids, 'votes'));
  await restoreVotes(transaction, knowledgeBase.id, votesOf(source, guides.ids, 'exportedVotes'));
  // Last, since indexing the knowledge base waits for it.
  await takeSynonyms(step);
  return {
    filesMoved,
    renamed: renamed || isRestyled,
    categories,
    tags,
    guides,
    images,
    newLogo,
    keywords,
    moved,
    addresses,
    pruning,
    properties,
  };
}

type TakenOver = Awaited<ReturnType<typeof takeOver>>;

async function takeSynonyms({ transaction, knowledgeBase, source }: ImportStep): Promise<void> {
  if (source.synonyms?.length) await addSynonyms(transaction, knowledgeBase, source.synonyms);
  if (source.everydaySynonyms !== undefined) {
    await useEverydaySynonyms(transaction, knowledgeBase.id, source.everydaySynonyms);
  }
}

async function summarize(
  step: ImportStep,
  { guides, tags, keywords, pruning, properties, ...taken }: TakenOver & Pick<ImportSummary, 'renames'>,
): Promise<ImportSummary> {
  const { host, dryRun = false, source } = step;
  return {
    host,
    dryRun,
    places: new Map(source.guides.map(({ place, slug }) => [place, slug])),
    guides: guides.changes,
    properties: properties.changed,
    gone: pruning.gone,
    unpublished: pruning.unpublished,
    renames: taken.renames,
    moved: taken.filesMoved,
    edited: [...guides.left, ...pruning.kept],
    categories: taken.categories,
    addresses: taken.addresses.changes,
    tags: { created: tags.created + keywords.created, updated: tags.updated },
    images: taken.images,
    findings: guides.findings,
    ignoredFiles: source.ignoredFiles,
    ...describeLeftOut(source.leftOut),
    ...(await describePublication(step)),
    imagesElsewhere: await findImagesElsewhere(step.transaction, step.knowledgeBase.id, source.guides),
    remarks: [
      ...source.remarks,
      ...properties.remarks,
      ...taken.addresses.refused.map(describeRefusal),
      ...pruning.remarks,
    ],
  };
}

function isSeenByReaders({ categories, tags, keywords, guides, pruning, ...taken }: TakenOver): boolean {
  const touched = [categories, tags, keywords, guides.changes, taken.addresses.changes].some(isTouched);
  const placed = taken.moved > 0 || taken.filesMoved.length > 0;
  const isDescribed = taken.properties.isSeen;
  return (
    taken.renamed || taken.newLogo || touched || placed || isDescribed || Boolean(pruning.unpublished?.length)
  );
}

function auditOf(changed: boolean, { properties }: ImportSummary): AuditEvent | AuditEvent[] {
  const audit = properties > 0 ? { details: { properties } } : {};
  return changed || properties > 0 ? audit : [];
}

async function describePublication({
  transaction,
  knowledgeBase,
  source,
}: ImportStep): Promise<Pick<ImportSummary, 'notPublic' | 'restricted' | 'stillPublic' | 'stayUnpublished'>> {
  const hidden = source.guides.filter((guide) => guide.hidden !== undefined);
  const others = source.guides.filter((guide) => guide.hidden === undefined);
  const values = [knowledgeBase.id, hidden.map(({ slug }) => slug), others.map(({ slug }) => slug)];
  const rows = await transaction.any<{ slug: string; published: boolean }>(listPublication(values));
  const published = new Set(rows.filter((row) => row.published).map(({ slug }) => slug));
  const describe = ({ place, hidden: reason }: SourceGuide) => `${place}: ${reason}`;
  return {
    notPublic: hidden.filter(({ slug }) => !published.has(slug)).map(describe),
    restricted: hidden.filter(({ isRestricted }) => isRestricted).map(describe),
    stillPublic: hidden.filter(({ slug }) => published.has(slug)).map(describe),
    stayUnpublished: rows.filter((row) => !row.published).map(({ slug }) => slug),
  };
}

function votesOf({ guides }: ImportSource, ids: ImportedGuides['ids'], which: 'votes' | 'exportedVotes') {
  return guides.flatMap(({ slug, [which]: votes }) => {
    const id = ids.get(slug);
    return votes && id !== undefined ? [{ id, ...votes }] : [];
  });
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
  { ids }: ImportedGuides,
): Promise<{ changed: number; isSeen: boolean; remarks: string[] }> {
  const edits = source.guides.flatMap(({ slug, place, properties }) => {
    const guideId = ids.get(slug);
    const isSaid = Object.keys(properties).length > 0;
    return isSaid && guideId !== undefined ? [{ guideId, place, changes: properties }] : [];
  });
  const options = { knowledgeBaseId: knowledgeBase.id, source: { overwrite } };
  const { changed, refused } = await writeProperties(transaction, edits, options);
  const remarks = refused.map(({ edit: { place, changes }, isInvited }) => {
    const reason = isInvited ? 'is invited, but has not accepted yet' : 'may not write here';
    return `${place}: the owner ${changes.owner} ${reason}`;
  });
  return { changed: changed.size, isSeen: hasSummary(changed.values()), remarks };
}

function bySlug(records: { id: number; slug: string }[]): Ids {
  return new Map(records.map(({ id, slug }) => [slug, id]));
}

function isTouched({ created, updated }: Changes): boolean {
  return created + updated > 0;
}
