import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { type Analyzer, createAnalyzer } from '../analysis/analyzer.ts';
import type { SearchTenant } from '../port.ts';

/** Words and phrases of one meaning, as written. */
export type SynonymGroup = readonly string[];

const MOST_WORDS = 20;
const LONGEST = 100;

const listGroups = sql`
  select s.words from search_synonyms s where s.tenant_id = $1 order by s.words
`;
const addGroups = sql`
  -- Adds the groups $2, JSON arrays of words; returns how many are new.
  with added as (
    insert into search_synonyms (tenant_id, words)
    select $1, array(select jsonb_array_elements_text(g.words::jsonb))
    from unnest($2::text[]) as g (words)
    on conflict do nothing
    returning 1
  ), changed as (
    insert into search_tenants as t (tenant_id, revision)
    values ($1, 1)
    on conflict (tenant_id) do update set revision = t.revision + 1
  )
  select count(*) as added from added
`;
const removeGroup = sql`
  with removed as (
    delete from search_synonyms where tenant_id = $1 and words = $2 returning 1
  ), changed as (
    update search_tenants set revision = revision + 1 where tenant_id = $1
  )
  select count(*) as removed from removed
`;
const deleteAll = sql`
  delete from search_synonyms where tenant_id = $1
`;
const setEveryday = sql`
  insert into search_tenants as t (tenant_id, revision, everyday_synonyms)
  values ($1, 1, $2)
  on conflict (tenant_id) do update
    set revision = t.revision + 1, everyday_synonyms = excluded.everyday_synonyms
`;
const findEveryday = sql`
  select coalesce((select t.everyday_synonyms from search_tenants t where t.tenant_id = $1), true) as "isEveryday"
`;

/** A tenant's own synonyms in order. */
export async function listSynonyms(executor: Executor, tenantId: number): Promise<string[][]> {
  const rows = await executor.any<{ words: string[] }>(listGroups([tenantId]));
  return rows.map(({ words }) => words);
}

/**
 * Adds groups, without those that are there already.
 * @returns how many are new
 * @throws AppError `invalid` with a reason and the field `words` for a group that search cannot use
 */
export async function addSynonyms(
  executor: Executor,
  tenant: SearchTenant,
  groups: readonly SynonymGroup[],
): Promise<number> {
  const usable = groups.map((group) => JSON.stringify(checkedGroup(group, tenant)));
  const { added } = await executor.one<{ added: number }>(addGroups([tenant.id, usable]));
  return added;
}

/** @throws AppError `not-found` with the reason `synonymsGone` */
export async function removeSynonyms(
  executor: Executor,
  tenant: SearchTenant,
  group: SynonymGroup,
): Promise<void> {
  const words = checkedGroup(group, tenant);
  const { removed } = await executor.one<{ removed: number }>(removeGroup([tenant.id, words]));
  if (removed === 0) {
    const reason = { reason: 'synonymsGone' };
    throw new AppError('not-found', `There are no synonyms "${words.join(', ')}".`, reason);
  }
}

/** Deletes what search keeps of a tenant beside its documents, which leave as they are deleted. */
export async function deleteSynonyms(executor: Executor, tenantId: number): Promise<void> {
  await executor.none(deleteAll([tenantId]));
}

/** Whether synonyms that hold in any help centre are searched. */
export async function useEverydaySynonyms(
  executor: Executor,
  tenantId: number,
  isUsed: boolean,
): Promise<void> {
  await executor.none(setEveryday([tenantId, isUsed]));
}

export async function usesEverydaySynonyms(executor: Executor, tenantId: number): Promise<boolean> {
  const { isEveryday } = await executor.one<{ isEveryday: boolean }>(findEveryday([tenantId]));
  return isEveryday;
}

/** Reads a group such as `sign in, log in`. */
export function parseSynonyms(line: string): string[] {
  return line.split(',');
}

/** Reads a file with a group on each line; `#` begins a comment. */
export function parseSynonymFile(text: string): string[][] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map(parseSynonyms);
}

function checkedGroup(group: SynonymGroup, { language }: SearchTenant): string[] {
  const analyzer = createAnalyzer(language);
  const words = distinctWords(group, analyzer);
  const shown = words.join(', ').slice(0, LONGEST);
  const invalid = (reason: string, said: string, values: Record<string, string | number> = {}) => {
    const message = `Synonyms "${shown}": ${said}`;
    return new AppError('invalid', message, { reason, values, fields: { words: [message] } });
  };
  if (words.length < 2)
    throw invalid('synonymsTooFew', 'at least two different words are needed, separated by commas.');
  if (words.length > MOST_WORDS)
    throw invalid('synonymsTooMany', `there may be at most ${MOST_WORDS} words.`, { most: MOST_WORDS });
  if (words.some((word) => word.length > LONGEST))
    throw invalid('synonymTooLong', `a word may have at most ${LONGEST} characters.`, { most: LONGEST });
  const unwritable = words.find((word) => word.startsWith('#') || word.includes(','));
  if (unwritable !== undefined) {
    const said = `"${unwritable}" cannot be written to a file: it begins with # or has a comma.`;
    throw invalid('synonymUnwritable', said, { word: unwritable });
  }
  const empty = words.find((word) => analyzer.words(word).length === 0);
  if (empty !== undefined)
    throw invalid('synonymEmpty', `"${empty}" has no letters or digits to search for.`, { word: empty });
  return words;
}

/** In order; of words that differ only in case or accents, the first. */
function distinctWords(group: SynonymGroup, analyzer: Analyzer): string[] {
  const words = group.map((word) => word.normalize().replace(/\s+/g, ' ').trim()).sort();
  const formsOf = (word: string) => analyzer.words(word).map(({ form }) => form);
  return [
    ...new Map(words.toReversed().map((word) => [formsOf(word).join(' ') || word, word])).values(),
  ].sort();
}
