import { type Executor, fromDatabaseError } from '@guidepost/postgres';
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
import { chooseOnce } from '../../tenants/editions.ts';
import { addLanguages } from '../../tenants/languages.ts';
import { placeLook } from '../../tenants/look.ts';
import { placeWidgetRules } from '../../tenants/widget.ts';
import { importCategories, importTags, listCategories, listTags } from './database/categories-and-tags.ts';
import { describePublication } from './database/describe-publication.ts';
import { addressesOfFiles, recallSlugs } from './database/externals.ts';
import { findUsable } from './database/find-usable.ts';
import { followMoves, followRenames } from './database/follow-renames.ts';
import { findImagesElsewhere } from './database/images-elsewhere.ts';
import { describeRefusal, importAddresses } from './database/import-addresses.ts';
import { GuidesLeftOut, importContent } from './database/import-content.ts';
import type { ImportedGuides } from './database/import-guides.ts';
import { importTranslations } from './database/import-translations.ts';
import { type Ids, setCategoriesOfGuides, setTagsOfGuides } from './database/memberships.ts';
import { pruneGuides } from './database/prune-guides.ts';
import type { ImportSource } from './import-source.ts';
import { type Changes, describeLeftOut, type ImportSummary } from './import-summary.ts';
import { type LeftOut, problemsOf, refuse } from './problems.ts';

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
  /** Languages that the knowledge base gets, if it does not have them. */
  languages?: readonly string[] | undefined;
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
  const { transaction, prune = false, signal } = request;
  if (prune && request.source.isPart) {
    throw new AppError('invalid', '--prune requires a directory or a JSON file.');
  }
  const languages = await addLanguages(transaction, request.knowledgeBase, wantedLanguages(request));
  const knowledgeBase = { ...request.knowledgeBase, languages };
  const tags = languages.map(({ language }) => language);
  const given = request.source.inLanguages?.(tags) ?? request.source;
  const recalled = await recallSlugs(transaction, knowledgeBase.id, given);
  const usable = await findUsable({ ...request, knowledgeBase, source: recalled }, leftOut);
  const { source, renames } = await followRenames(transaction, knowledgeBase.id, usable);
  const step = { ...request, knowledgeBase, source };
  request.onStart?.(source.guides.length);
  const taken = await chooseOnce(transaction, knowledgeBase, () => takeOver(step));
  signal.throwIfAborted();
  const summary = await summarize(step, { ...taken, renames });
  const isWider = languages !== request.knowledgeBase.languages;
  const changed = isWider || isSeenByReaders(taken);
  return { changed, result: summary, languages, audit: auditOf(changed, summary) };
}

/** Those that people ask for, and those of an export. */
function wantedLanguages({ languages = [], source, knowledgeBase }: ImportStep): string[] {
  const { language = knowledgeBase.language, languages: said = [] } = source.knowledgeBase;
  return [...languages, ...said].filter((one) => one !== language);
}

/** Writes the source to the database. The order is that of locks: people at the desk lock guides first. */
async function takeOver(step: ImportStep) {
  const { transaction, knowledgeBase, source } = step;
  const filesMoved = await followMoves(transaction, knowledgeBase, source);
  const renamed = await updateProperties(transaction, knowledgeBase, source.knowledgeBase);
  const isRestyled = await placeLook(transaction, { ...knowledgeBase, ...source.knowledgeBase }, source.look);
  const hasOtherRules = await placeWidgetRules(transaction, knowledgeBase.id, source.widgetRules);
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
  const translated = await importTranslations(step, guides);
  if (step.strict) refuse(problemsOf(translated.leftOut));
  const properties = await setProperties(step, guides);
  await keepEarlierVotes(transaction, knowledgeBase.id, votesOf(source, guides.ids, 'votes'));
  await restoreVotes(transaction, knowledgeBase.id, votesOf(source, guides.ids, 'exportedVotes'));
  // Last, since indexing the knowledge base waits for it.
  await takeSynonyms(step);
  return {
    filesMoved,
    renamed: renamed || isRestyled || hasOtherRules,
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
    translated,
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
  {
    guides,
    tags,
    keywords,
    pruning,
    properties,
    translated,
    ...taken
  }: TakenOver & Pick<ImportSummary, 'renames'>,
): Promise<ImportSummary> {
  const { host, dryRun = false, source } = step;
  return {
    host,
    dryRun,
    places: new Map(source.guides.map(({ place, slug }) => [place, slug])),
    guides: guides.changes,
    properties: properties.changed,
    gone: [...pruning.gone, ...translated.gone],
    unpublished: pruning.unpublished && [...pruning.unpublished, ...translated.unpublished],
    renames: taken.renames,
    moved: taken.filesMoved,
    translations: translated.translations,
    otherLanguages: translated.otherLanguages,
    edited: [...guides.left, ...pruning.kept, ...translated.left],
    categories: taken.categories,
    addresses: taken.addresses.changes,
    tags: { created: tags.created + keywords.created, updated: tags.updated },
    images: {
      created: taken.images.created + translated.images.created,
      deleted: taken.images.deleted + translated.images.deleted,
    },
    findings: guides.findings,
    ignoredFiles: source.ignoredFiles,
    ...describeLeftOut([...source.leftOut, ...translated.leftOut]),
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
  const { translations, names, unpublished } = taken.translated;
  const touched =
    names > 0 ||
    [categories, tags, keywords, guides.changes, taken.addresses.changes, translations].some(isTouched);
  const placed = taken.moved > 0 || taken.filesMoved.length > 0;
  const isDescribed = taken.properties.isSeen;
  return (
    taken.renamed ||
    taken.newLogo ||
    touched ||
    placed ||
    isDescribed ||
    Boolean(pruning.unpublished?.length || unpublished.length)
  );
}

function auditOf(changed: boolean, { properties }: ImportSummary): AuditEvent | AuditEvent[] {
  const audit = properties > 0 ? { details: { properties } } : {};
  return changed || properties > 0 ? audit : [];
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
