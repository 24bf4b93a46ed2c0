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
import { nameInLanguages } from './translated-names.ts';
import { leaveOut, sortTranslations } from './translations-of-source.ts';

interface TranslationImport {
  transaction: Executor;
  actor: Actor;
  knowledgeBase: KnowledgeBase;
  source: ImportSource;
  overwrite?: boolean;
  signal: AbortSignal;
}

/** The imported guides by those of the source. */
interface MainGuides {
  ids: ReadonlyMap<string, number>;
  findings: Findings;
}

type ImportedTranslations = Pick<ImportSummary, 'translations' | 'otherLanguages'> & {
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
const makeRoom = sql`
  -- Places without a text give the slug $2 to the guide $3.
  update guides g
  set slug = rtrim(left(g.slug, 180), '-') || '-' || g.id
  where g.knowledge_base_id = $1 and g.slug = $2 and g.id <> $3 and g.missing
`;
const findHolder = sql`
  select g.id
  from guides g
  where g.knowledge_base_id = $1 and g.slug = $2 and g.id <> $3
`;
const nameFirst = sql`
  update guides g
  set slug = $3
  where g.knowledge_base_id = $1 and g.id = $2
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
  const { placed, leftOut } = await placeTranslations(step, language);
  total.leftOut.push(...leftOut);
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
): Promise<{ placed: Placed[]; leftOut: LeftOut[] }> {
  const known = [...new Set(translations.flatMap(({ of }) => ids.get(of) ?? []))];
  const places = await transaction.any<Place>(listPlaces([edition.id, known]));
  const byId = new Map(places.map((place) => [place.id, place]));
  const deleted = overwrite ? undefined : await listDeletedImports(transaction, edition.id);
  const mainLeftOut = new Set(source.leftOut.flatMap((left) => (left.deleted ? (left.slugs ?? []) : [])));
  const placed: Placed[] = [];
  const named = new Set<string>();
  const leftOut: LeftOut[] = [];
  for (const translation of translations) {
    const { of, slug, place } = translation;
    const found = byId.get(ids.get(of) ?? 0);
    if (!found) {
      leftOut.push(leaveOut(translation, problemOf(of, knowledgeBase.language, mainLeftOut)));
      continue;
    }
    if (found.missing && deleted?.slugs.has(slug)) {
      leftOut.push({ place, problems: [], slugs: [], empty: false, deleted: true });
      continue;
    }
    const { id, missing } = found;
    const wanted = missing ? slug : found.slug;
    const isFree = !named.has(wanted) && (await takeSlug(transaction, edition.id, { ...found, wanted }));
    if (isFree) placed.push({ ...translation, slug: wanted, id, missing });
    else leftOut.push(leaveOut(translation, `another guide has the slug ${slug} in ${edition.language}`));
    named.add(wanted);
  }
  return { placed, leftOut };
}

function problemOf(of: string, main: string, deleted: ReadonlySet<string>): string {
  return deleted.has(of)
    ? `its guide ${of} has been deleted here`
    : `there is no guide ${of} in ${main} that it translates (translation_of names it)`;
}

/** @returns whether the guide has the slug now */
async function takeSlug(
  transaction: Executor,
  knowledgeBaseId: number,
  { id, slug, wanted }: Place & { wanted: string },
): Promise<boolean> {
  if (slug === wanted) return true;
  await transaction.none(makeRoom([knowledgeBaseId, wanted, id]));
  if (await transaction.oneOrNone(findHolder([knowledgeBaseId, wanted, id]))) return false;
  await transaction.none(nameFirst([knowledgeBaseId, id, wanted]));
  return true;
}
