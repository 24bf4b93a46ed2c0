import { deleteSearchesOfTenant } from '@guidepost/desk/insights';
import { fallbacksOf, parseLanguageTag } from '@guidepost/i18n/language-tag';
import { type Executor, sql } from '@guidepost/postgres';
import { deleteSynonyms } from '@guidepost/search';
import { AppError } from '@guidepost/service-kit';
import { forgetLanguage } from '@guidepost/staff';
import { editionName, type KnowledgeBase } from '../model/knowledge-base.ts';
import type { Actor } from '../model/permissions.ts';
import { type Change, changeKnowledgeBase } from './changes.ts';
import { chooseShown } from './editions.ts';
import { requireKnowledgeBase } from './find-knowledge-base.ts';

/** More would be a mistake, and each has a place for every guide. */
const MOST_LANGUAGES = 60;

export interface LanguagesChange {
  host: string;
  /** Tags, the main language first. */
  languages: readonly string[];
  /** Whether languages with translations may be removed, which deletes these. */
  withTranslations?: boolean;
}

export interface FallbackChange {
  host: string;
  language: string;
  /** Languages whose texts stand in for missing ones, best first; null for those that Unicode names. */
  fallbacks: readonly string[] | null;
}

const insertEdition = sql`
  insert into knowledge_bases (host, name, organization_name, language, access, edition_of, language_place)
  select $2, k.name, k.organization_name, $3, k.access, k.id, 0
  from knowledge_bases k
  where k.id = $1
  returning id
`;
const fill = sql`select fill_edition($1)`;
const countTranslations = sql`
  -- The guides with a text of their own in the edition $1, published or not, or deleted not long ago.
  select count(*) as count
  from guides g
  where g.knowledge_base_id = $1
    and (not g.missing or exists (
      select from guide_drafts d where d.knowledge_base_id = $1 and d.guide_id = g.id
    ))
`;
const removeEdition = sql`
  delete from knowledge_bases k
  where k.id = $1 and k.edition_of is not null
`;
const setPlaces = sql`
  update knowledge_bases k
  set language_place = o.place
  from unnest($2::text[]) with ordinality as o (language, place)
  where k.edition_of = $1 and k.language = o.language and k.language_place is distinct from o.place
`;
const listEditions = sql`
  select k.id, k.language, k.fallbacks
  from knowledge_bases k
  where k.id = $1 or k.edition_of = $1
  order by k.language_place nulls first
`;
const setFallbacks = sql`
  update knowledge_bases k
  set fallbacks = $3
  where k.edition_of = $1 and k.language = $2 and k.fallbacks is distinct from $3
  returning k.id
`;
const setSources = sql`
  -- The editions $2 of the knowledge base $1 take texts from $4, in the order $3 for each.
  with wanted as (
    select w.edition_id, w.place, w.source_id
    from unnest($2::bigint[], $3::integer[], $4::bigint[]) as w (edition_id, place, source_id)
    join knowledge_bases e on e.id = w.edition_id and e.edition_of = $1
  ), removed as (
    delete from edition_sources s
    using knowledge_bases e
    where e.edition_of = $1 and s.knowledge_base_id = e.id
      and not exists (select from wanted w where w.edition_id = s.knowledge_base_id and w.place = s.place)
  )
  insert into edition_sources (knowledge_base_id, place, source_id)
  select w.edition_id, w.place, w.source_id
  from wanted w
  on conflict (knowledge_base_id, place) do update set source_id = excluded.source_id
`;
interface LanguagesResult {
  changed: boolean;
  languages: string[];
}

interface StoredEdition {
  id: number;
  language: string;
  fallbacks: string[] | null;
}

/**
 * Sets the languages of a knowledge base. The first is the main one, which stays; a new one begins without
 * translations.
 * @returns the tags in canonical case, and whether anything changed
 * @throws AppError `invalid` for what is no language or named twice; `conflict` for another main language, and for
 * removing a language with translations unless `withTranslations`
 */
export async function setLanguages(
  database: Executor,
  actor: Actor,
  { host, languages, withTranslations = false }: LanguagesChange,
): Promise<LanguagesResult> {
  const wanted = readLanguages(languages);
  const change = { host, actor, action: 'knowledge-base set' } as const;
  return changeKnowledgeBase<LanguagesResult>(database, change, async (transaction, knowledgeBase) => {
    const before = knowledgeBase.languages.map(({ language }) => language);
    const [main] = before;
    if (wanted[0] !== main) throw otherMainLanguage(main ?? knowledgeBase.language);
    if (before.join() === wanted.join()) return unchanged({ changed: false, languages: wanted });
    for (const edition of knowledgeBase.languages) {
      if (wanted.includes(edition.language)) continue;
      await remove(transaction, edition, withTranslations);
      await forgetLanguage(transaction, { tenantId: knowledgeBase.id, language: edition.language });
    }
    for (const language of wanted) {
      if (!before.includes(language)) await add(transaction, knowledgeBase, language);
    }
    await transaction.none(setPlaces([knowledgeBase.id, wanted.slice(1)]));
    const after = await chooseTexts(transaction, knowledgeBase.id);
    const details = { languages: wanted.join(',') };
    return {
      changed: true,
      result: { changed: true, languages: wanted },
      languages: after,
      audit: { details },
    };
  });
}

/**
 * Chooses which languages stand in for one where a translation is missing.
 * @returns whether anything changed
 * @throws AppError `invalid` for a language that the knowledge base has not
 */
export function setLanguageFallbacks(
  database: Executor,
  actor: Actor,
  { host, language, fallbacks }: FallbackChange,
): Promise<boolean> {
  const change = { host, actor, action: 'knowledge-base set' } as const;
  return changeKnowledgeBase<boolean>(database, change, async (transaction, knowledgeBase) => {
    const [main, ...others] = knowledgeBase.languages.map((one) => one.language);
    const known = (text: string, of: readonly (string | undefined)[]) => {
      const tag = parseLanguageTag(text);
      if (tag !== undefined && of.includes(tag)) return tag;
      const message = `${text} is not one of its other languages: ${others.join(', ') || 'none'}.`;
      throw new AppError('invalid', message, { fields: { fallbacks: [message] } });
    };
    const tag = known(language, others);
    const named = new Set(fallbacks?.map((text) => known(text, [main, ...others])));
    named.delete(tag);
    const wanted = fallbacks && [...named];
    const set = await transaction.oneOrNone(setFallbacks([knowledgeBase.id, tag, wanted]));
    if (!set) return unchanged(false);
    await chooseTexts(transaction, knowledgeBase.id);
    const details = { language: tag, fallbacks: wanted?.join(',') ?? 'default' };
    return { changed: true, result: true, audit: { details } };
  });
}

/** By language, the main one aside: those whose texts stand in for missing ones, best first. */
export async function listFallbacks(executor: Executor, id: number): Promise<Map<string, string[]>> {
  return fallbacksBy(await executor.any<StoredEdition>(listEditions([id])));
}

function fallbacksBy(editions: readonly StoredEdition[]): Map<string, string[]> {
  const tags = editions.map(({ language }) => language);
  const chosen = editions
    .slice(1)
    .map(({ language, fallbacks }) => [language, fallbacks ?? fallbacksOf(language, tags)] as const);
  return new Map(
    chosen.map(([language, fallbacks]) => [language, fallbacks.filter((tag) => tags.includes(tag))]),
  );
}

/** Chooses the texts that stand in for missing ones again, after the main language has another name. */
export async function chooseTexts(transaction: Executor, id: number): Promise<KnowledgeBase['languages']> {
  const editions = await transaction.any<StoredEdition>(listEditions([id]));
  const fallbacks = fallbacksBy(editions);
  const idOf = new Map(editions.map((edition) => [edition.language, edition.id]));
  const sources = editions.slice(1).flatMap((edition) => {
    const chain = [edition.language, ...(fallbacks.get(edition.language) ?? [])];
    const ids = chain.flatMap((language) => idOf.get(language) ?? []);
    return ids.map((source, place) => ({ edition: edition.id, place, source }));
  });
  const column = (name: 'edition' | 'place' | 'source') => sources.map((source) => source[name]);
  await transaction.none(setSources([id, column('edition'), column('place'), column('source')]));
  await chooseShown(transaction, id);
  return editions.map(({ id: edition, language }) => ({ id: edition, language }));
}

/**
 * Adds languages within a change; those that it has stay.
 * @returns its languages after that
 */
export async function addLanguages(
  transaction: Executor,
  { id, host, languages }: Pick<KnowledgeBase, 'id' | 'host' | 'languages'>,
  wanted: readonly string[],
): Promise<KnowledgeBase['languages']> {
  const before = languages.map(({ language }) => language);
  const all = readLanguages([...new Set([...before, ...wanted])]);
  if (all.length === before.length) return languages;
  for (const language of all.slice(before.length)) await add(transaction, { id, host }, language);
  await transaction.none(setPlaces([id, all.slice(1)]));
  return chooseTexts(transaction, id);
}

/** Tags in canonical case. @throws AppError `invalid` with the field `languages` */
function readLanguages(texts: readonly string[]): string[] {
  const tags = texts.map(
    (text) => parseLanguageTag(text) ?? refuse(`${text} is not a language tag such as de or pt-BR.`),
  );
  const twice = tags.find((tag, index) => tags.indexOf(tag) !== index);
  if (twice !== undefined) refuse(`${twice} is named twice.`);
  if (tags.length === 0) refuse('A knowledge base has at least one language.');
  if (tags.length > MOST_LANGUAGES) refuse(`A knowledge base has at most ${MOST_LANGUAGES} languages.`);
  return tags;
}

function refuse(message: string): never {
  throw new AppError('invalid', message, { fields: { languages: [message] } });
}

async function add(
  transaction: Executor,
  { id, host }: Pick<KnowledgeBase, 'id' | 'host'>,
  language: string,
): Promise<void> {
  const edition = await transaction.one<{ id: number }>(
    insertEdition([id, editionName(host, language), language]),
  );
  await transaction.one(fill([edition.id]));
}

async function remove(
  transaction: Executor,
  { id, language }: { id: number; language: string },
  withTranslations: boolean,
): Promise<void> {
  const { count } = await transaction.one<{ count: number }>(countTranslations([id]));
  if (count > 0 && !withTranslations) {
    const message = `${language} has ${count} translated guides, which would be deleted with it. Confirm that.`;
    throw new AppError('conflict', message, { fields: { languages: [message] } });
  }
  await removeLanguage(transaction, id);
}

/** Deletes a language with its texts, within a change. @param id of the edition */
export async function removeLanguage(transaction: Executor, id: number): Promise<void> {
  await transaction.none(removeEdition([id]));
  await deleteSynonyms(transaction, id);
  await deleteSearchesOfTenant(transaction, id);
}

function unchanged<Result>(result: Result): Change<Result> {
  return { changed: false, result, audit: [] };
}

function otherMainLanguage(main: string): AppError {
  const message = `The first language is the main one, which is ${main}: its texts stay.`;
  return new AppError('conflict', message, { fields: { languages: [message] } });
}

/** Its languages, the main one first. @throws AppError `not-found` */
export async function listLanguages(executor: Executor, host: string): Promise<string[]> {
  const { languages } = await requireKnowledgeBase(executor, host);
  return languages.map(({ language }) => language);
}
