import { type Executor, sql } from '@guidepost/postgres';
import { listDeletedImports } from '../../../content/gone-guides.ts';
import { openFileStore, setFilesOfGuides } from '../../../files/file-store.ts';
import type { KnowledgeBase } from '../../../model/knowledge-base.ts';
import type { Actor } from '../../../model/permissions.ts';
import { writeProperties } from '../../../reviews/write-properties.ts';
import type { ImportSource, SourceTranslation } from '../import-source.ts';
import type { Findings, ImportSummary } from '../import-summary.ts';
import type { LeftOut } from '../problems.ts';
import { importAddresses } from './import-addresses.ts';
import { GuidesLeftOut } from './import-content.ts';
import { importGuides } from './import-guides.ts';
import { pruneGuides } from './prune-guides.ts';
import { nameInLanguages } from './translated-names.ts';
import { leaveOut, sortTranslations } from './translations-of-source.ts';

interface TranslationImport {
  transaction: Executor;
  actor: Actor;
  knowledgeBase: KnowledgeBase;
  source: ImportSource;
  prune?: boolean;
  overwrite?: boolean;
  signal: AbortSignal;
}

/** The imported guides by those of the source. */
interface MainGuides {
  ids: ReadonlyMap<string, number>;
  findings: Findings;
}

type ImportedTranslations = Pick<ImportSummary, 'translations' | 'otherLanguages'> & {
  /** Slugs with their languages that are missing from the source, of languages in which it has texts. */
  gone: string[];
  unpublished: string[];
  /** Slugs with their languages that have been changed here. */
  left: string[];
  leftOut: LeftOut[];
  images: ImportSummary['images'];
  names: number;
};

interface Place {
  id: number;
  slug: string;
  missing: boolean;
}

/** A translation with the guide that it is of. */
type Placed = SourceTranslation & Pick<Place, 'id' | 'missing'>;

const findMain = sql`
  -- The guides that have the slugs $2, or had.
  select s.slug, coalesce(
    (select g.id from guides g where g.knowledge_base_id = $1 and g.slug = s.slug),
    (select f.guide_id from former_slugs f where f.knowledge_base_id = $1 and f.slug = s.slug)
  ) as id
  from unnest($2::text[]) as s (slug)
`;
const listPlaces = sql`
  select g.id, g.slug, g.missing
  from guides g
  where g.knowledge_base_id = $1 and g.id = any($2::bigint[])
`;
const listHolders = sql`
  -- Which of the slugs $2 guides with a text have.
  select g.slug
  from guides g
  where g.knowledge_base_id = $1 and g.slug = any($2::text[]) and not g.missing
`;
const makeRoom = sql`
  -- Places without a text give the slugs $2 away.
  update guides g
  set slug = rtrim(left(g.slug, 180), '-') || '-' || g.id
  where g.knowledge_base_id = $1 and g.slug = any($2::text[]) and g.missing
`;
const nameFirst = sql`
  -- Each of the guides $2 gets its first slug, of $3.
  update guides g
  set slug = n.slug
  from unnest($2::bigint[], $3::text[]) as n (id, slug)
  where g.knowledge_base_id = $1 and g.id = n.id
`;
const makeOutdated = sql`
  -- Readers got the guides $2 in the language $1 before they got them in the main language $3.
  update guide_versions v
  set published_at = least(v.published_at, m.published_at - interval '1 second')
  from (
    select l.guide_id, max(l.published_at) as published_at
    from guide_versions l
    where l.knowledge_base_id = $3 and l.guide_id = any($2::bigint[]) and l.replaced_by is null
    group by l.guide_id
  ) m
  where v.knowledge_base_id = $1 and v.guide_id = m.guide_id
`;

/**
 * Imports the texts of guides in the further languages of a knowledge base, after the guides themselves. A translation
 * whose guide does not exist is left out.
 * @throws GuidesLeftOut if some cannot be imported
 */
export async function importTranslations(
  step: TranslationImport,
  main: MainGuides,
): Promise<ImportedTranslations> {
  const { languages } = step.knowledgeBase;
  const { taken, others, leftOut } = sortTranslations(step.source, languages);
  const total: ImportedTranslations = {
    translations: { created: 0, updated: 0, unchanged: 0 },
    otherLanguages: others,
    gone: [],
    unpublished: [],
    left: [],
    leftOut: [...leftOut],
    images: { created: 0, deleted: 0 },
    names: await nameInLanguages(step.transaction, step.knowledgeBase, step.source.translatedNames ?? []),
  };
  const ids = taken.size === 0 ? main.ids : await withFormerSlugs(step, main.ids);
  for (const edition of languages) {
    const translations = taken.get(edition.id);
    if (translations)
      await importLanguage(step, { edition, translations, ids, total, findings: main.findings });
  }
  return total;
}

async function withFormerSlugs(
  { transaction, knowledgeBase, source: { translations = [] } }: TranslationImport,
  ids: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const slugs = new Set(translations.map(({ of }) => of).filter((of) => !ids.has(of)));
  const rows = await transaction.any<{ slug: string; id: number | null }>(
    findMain([knowledgeBase.id, [...slugs]]),
  );
  return new Map([...ids, ...rows.flatMap(({ slug, id }) => (id === null ? [] : [[slug, id] as const]))]);
}

interface Language {
  edition: KnowledgeBase['languages'][number];
  translations: SourceTranslation[];
  ids: ReadonlyMap<string, number>;
  findings: Findings;
  total: ImportedTranslations;
}

async function importLanguage(step: TranslationImport, language: Language): Promise<void> {
  const { transaction, knowledgeBase, actor, signal, overwrite = false } = step;
  const { edition, total, findings } = language;
  const { placed, present, leftOut } = await placeTranslations(step, language);
  total.leftOut.push(...leftOut);
  await prune(step, language, present);
  const files = await openFileStore(transaction, edition.id);
  const imported = await importGuides({
    transaction,
    knowledgeBase: edition,
    guides: placed,
    files,
    overwrite,
    signal,
    findings,
  });
  if (imported.leftOut.length > 0) throw new GuidesLeftOut(imported.leftOut);
  const used = { knowledgeBaseId: edition.id, guides: imported.ids, files: imported.files };
  await setFilesOfGuides(transaction, used);
  const images = await files.finish();
  const here = { ...step.source, guides: placed, categories: [], addresses: [] };
  await importAddresses({ transaction, knowledgeBase: edition, actor, source: here }, imported);
  await describe(step, edition.id, placed);
  const outdated = placed.filter(({ slug, isOutdated }) => isOutdated && imported.files.has(slug));
  const outdatedIds = outdated.map(({ id }) => id);
  if (outdated.length > 0) await transaction.none(makeOutdated([edition.id, outdatedIds, knowledgeBase.id]));
  const created = placed.filter(({ slug, missing }) => missing && imported.files.has(slug)).length;
  const { updated, unchanged } = imported.changes;
  total.translations.created += created;
  total.translations.updated += updated - created;
  total.translations.unchanged += unchanged;
  total.left.push(...imported.left.map((slug) => `${edition.language}: ${slug}`));
  total.images.created += images.created;
  total.images.deleted += images.deleted;
}

/** @param present the slugs of translations that the source has */
async function prune(
  step: TranslationImport,
  { edition, total }: Language,
  present: readonly string[],
): Promise<void> {
  const pruning = await pruneGuides({ ...step, knowledgeBase: edition, present });
  const named = (slugs: readonly string[] = []) => slugs.map((slug) => `${edition.language}: ${slug}`);
  total.gone.push(...named(pruning.gone));
  total.left.push(...named(pruning.kept));
  total.unpublished.push(...named(pruning.unpublished));
}

/** Takes over the summary and the search words, which are all that a translation has of its own. */
async function describe(
  { transaction, overwrite = false }: TranslationImport,
  knowledgeBaseId: number,
  placed: readonly Placed[],
): Promise<void> {
  const edits = placed.flatMap(({ id: guideId, properties: { summary, synonyms } }) => {
    const changes = {
      ...(summary !== undefined && { summary }),
      ...(synonyms !== undefined && { synonyms }),
    };
    return Object.keys(changes).length > 0 ? [{ guideId, changes }] : [];
  });
  await writeProperties(transaction, edits, { knowledgeBaseId, source: { overwrite } });
}

/** The guides that translations are of. A new one gets its slug; others keep those that they have here. */
async function placeTranslations(
  { transaction, knowledgeBase, source, overwrite }: TranslationImport,
  { edition, translations, ids }: Language,
): Promise<{ placed: Placed[]; present: string[]; leftOut: LeftOut[] }> {
  const known = [...new Set(translations.flatMap(({ of }) => ids.get(of) ?? []))];
  const places = await transaction.any<Place>(listPlaces([edition.id, known]));
  const byId = new Map(places.map((place) => [place.id, place]));
  const deleted = overwrite ? undefined : await listDeletedImports(transaction, edition.id);
  const mainLeftOut = new Set(source.leftOut.flatMap((left) => (left.deleted ? (left.slugs ?? []) : [])));
  const found: Placed[] = [];
  const named = new Set<string>();
  const wanting = new Map<string, number>();
  const leftOut: LeftOut[] = [];
  const present: string[] = [];
  const isTaken = (translation: SourceTranslation) =>
    leaveOut(translation, `another guide has the slug ${translation.slug} in ${edition.language}`);
  for (const translation of translations) {
    const { of, slug, place } = translation;
    const there = byId.get(ids.get(of) ?? 0);
    if (!there) {
      leftOut.push(leaveOut(translation, problemOf(of, knowledgeBase.language, mainLeftOut)));
      continue;
    }
    present.push(there.missing ? slug : there.slug);
    if (there.missing && deleted?.slugs.has(slug)) {
      leftOut.push({ place, problems: [], slugs: [], empty: false, deleted: true });
      continue;
    }
    const { id, missing } = there;
    const wanted = missing ? slug : there.slug;
    if (named.has(wanted)) leftOut.push(isTaken(translation));
    else found.push({ ...translation, slug: wanted, id, missing });
    if (!named.has(wanted) && wanted !== there.slug) wanting.set(wanted, id);
    named.add(wanted);
  }
  const taken = await takeSlugs(transaction, edition.id, wanting);
  const isFree = ({ slug, id }: Placed) => !(taken.has(slug) && wanting.get(slug) === id);
  leftOut.push(...found.filter((one) => !isFree(one)).map(isTaken));
  return { placed: found.filter(isFree), present, leftOut };
}

function problemOf(of: string, main: string, deleted: ReadonlySet<string>): string {
  return deleted.has(of)
    ? `its guide ${of} has been deleted here`
    : `there is no guide ${of} in ${main} that it translates (translation_of names it)`;
}

/**
 * Gives places of guides that are not translated yet the slugs of their translations.
 * @returns the slugs that other guides have, which keep them
 */
async function takeSlugs(
  transaction: Executor,
  knowledgeBaseId: number,
  wanting: ReadonlyMap<string, number>,
): Promise<ReadonlySet<string>> {
  if (wanting.size === 0) return new Set();
  const slugs = [...wanting.keys()];
  const holders = await transaction.any<{ slug: string }>(listHolders([knowledgeBaseId, slugs]));
  const taken = new Set(holders.map(({ slug }) => slug));
  const free = [...wanting].filter(([slug]) => !taken.has(slug));
  const named = free.map(([slug]) => slug);
  await transaction.none(makeRoom([knowledgeBaseId, named]));
  await transaction.none(nameFirst([knowledgeBaseId, free.map(([, id]) => id), named]));
  return taken;
}
