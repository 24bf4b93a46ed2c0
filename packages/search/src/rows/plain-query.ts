import { type Database, sql } from '@guidepost/postgres';
import { facetTexts, type MatchRequest } from '../embedded/search-tenant.ts';
import type { Concept, Phrase } from '../ranking/concept.ts';
import type { KnownWords, Term } from '../ranking/known-words.ts';
import { keyOf } from './word-keys.ts';

/** Keys of which a document has at least one. */
interface KeySet {
  readonly terms: readonly Term[];
  /** At most so many documents have one. */
  readonly documents: number;
}

/** Documents have a key of each set, in the title or anywhere. */
interface Stage {
  readonly sets: readonly KeySet[];
  readonly inTitle: boolean;
  /** Whether it finds all documents that have one of the query's words; others only bring good ones first. */
  readonly isWhole: boolean;
}

export interface PlainCandidates {
  /** Those that are likely to be good first. */
  readonly ids: readonly number[];
  /** Whether there are more. */
  readonly isCut: boolean;
}

const candidates = sql.part`
  unnest($2::text[], $3::text[], $4::text[], $5::text[]) with ordinality as s (first, second, third, fourth, stage)
  cross join lateral (
    select o.document_id as id
    from search_documents o
    where o.keys && s.first::integer[] and o.keys && s.second::integer[]
      and o.keys && s.third::integer[] and o.keys && s.fourth::integer[]
      and o.tenant_id = $1 and o.words is not null and ($6 or not o.hidden)
      and o.facets @> $7 and ($8::text[] is null or o.facets && $8) and o.document_id <> all($9)
    limit $10
  ) d
`;
const findCandidates = sql`
  -- Documents of tenant $1 by stage: with a key of each of the sets $2, $3, $4 and $5; hidden ones too if $6; with all
  -- facets $7 and one of $8, unless that is null; none of $9. At most $10 of each stage and $11 in all.
  select s.stage::integer - 1 as stage, d.id
  from ${candidates}
  limit $11
`;
const listCandidates = sql`
  -- The same documents of all stages, each once; at most $10.
  select distinct d.id
  from ${candidates}
  limit $10
`;

/** Sets of a stage. */
const MOST_SETS = 4;
/** Stages of phrases, such as synonyms of several words. */
const MOST_PHRASES = 20;
/** Words that are looked for in titles by themselves. */
const MOST_IN_TITLE = 3;
/** Documents that several stages find are read several times. */
const TIMES_READ = 10;

export interface PlainRequest {
  readonly tenantId: number;
  readonly concepts: readonly Concept[];
  readonly vocabulary: KnownWords;
  readonly request: MatchRequest;
  /** Documents. */
  readonly most: number;
}

/**
 * Documents with words of a query by an index of the database, rarest words first. Some have only other forms of them.
 */
export async function findPlainly(database: Database, question: PlainRequest): Promise<PlainCandidates> {
  const { concepts, vocabulary, most } = question;
  const stages = stagesOf(concepts, vocabulary);
  if (stages.length === 0) return { ids: [], isCut: false };
  const limit = TIMES_READ * most;
  const values = [...valuesOf(question, stages), most + 1, limit];
  const rows = await database.any<{ stage: number; id: number }>(findCandidates(values));
  const ids = [...new Set(rows.map(({ id }) => id))];
  const counts = Map.groupBy(rows, ({ stage }) => stage);
  const isStageCut = stages.some(({ isWhole }, stage) => isWhole && (counts.get(stage)?.length ?? 0) > most);
  return { ids: ids.slice(0, most), isCut: ids.length > most || rows.length === limit || isStageCut };
}

/** The same documents in no order, each read from the database once. */
export async function listPlainly(database: Database, question: PlainRequest): Promise<PlainCandidates> {
  const { concepts, vocabulary, most } = question;
  const stages = stagesOf(concepts, vocabulary).filter(({ isWhole }) => isWhole);
  if (stages.length === 0) return { ids: [], isCut: false };
  const rows = await database.any<{ id: number }>(listCandidates([...valuesOf(question, stages), most + 1]));
  return { ids: rows.slice(0, most).map(({ id }) => id), isCut: rows.length > most };
}

function valuesOf({ tenantId, request, vocabulary }: PlainRequest, stages: readonly Stage[]): unknown[] {
  const columns = Array.from({ length: MOST_SETS }, (_, place) =>
    stages.map(({ sets, inTitle }) => {
      const { terms } = sets[place] ?? sets[0] ?? { terms: [] };
      return keyText(tenantId, terms, { vocabulary, inTitle });
    }),
  );
  const { facets = {}, someFacets, hiddenToo = false, exclude = [] } = request;
  const some = someFacets ? facetTexts(someFacets) : null;
  return [tenantId, ...columns, hiddenToo, facetTexts(facets), some, exclude];
}

/** Whether some document may be found by a word in any form. */
export async function isAnywhere(
  database: Database,
  { tenantId, vocabulary, request }: Pick<PlainRequest, 'tenantId' | 'vocabulary' | 'request'>,
  term: Term,
): Promise<boolean> {
  const expressions = new Map([[term, 1]]);
  const concept = {
    typed: '',
    information: 1,
    expressions,
    phrases: [],
    isRequired: false,
    isTelling: true,
    finds: true,
  };
  const { ids } = await findPlainly(database, {
    tenantId,
    vocabulary,
    request,
    concepts: [concept],
    most: 1,
  });
  return ids.length > 0;
}

function keyText(
  tenantId: number,
  terms: readonly Term[],
  { vocabulary, inTitle }: { vocabulary: KnownWords; inTitle: boolean },
): string {
  const stems = new Set(terms.map((term) => vocabulary.stemOf(term)));
  return `{${Array.from(stems, (stem) => keyOf(tenantId, inTitle ? 'title' : 'text', stem)).join(',')}}`;
}

/** Empty for a query that nothing can meet. */
function stagesOf(concepts: readonly Concept[], vocabulary: KnownWords): Stage[] {
  const setOf = createSets(vocabulary);
  const required = concepts
    .filter(({ isRequired }) => isRequired)
    .map(({ phrases }) => neededBy(phrases, setOf));
  if (required.some(({ length }) => length === 0)) return [];
  const needed = rarestFirst(required.flat()).slice(0, MOST_SETS - 1);
  const finding = concepts.filter(({ finds }) => finds);
  const words = rarestFirst(
    finding
      .filter(({ expressions }) => expressions.size > 0)
      .map(({ expressions }) => setOf([...expressions.keys()])),
  );
  const phrases = finding
    .flatMap((concept) => concept.phrases.map((phrase) => phrase.words.map(setOf)))
    .filter((sets) => sets.every(({ terms }) => terms.length > 0))
    .slice(0, MOST_PHRASES);
  const together = words.slice(0, MOST_SETS - needed.length);
  const first = together.length > 1 ? [stage(together, true), stage(together)] : [];
  const pair = together.length > 2 ? [stage(together.slice(0, 2))] : [];
  const inTitle = words.slice(0, MOST_IN_TITLE).map((set) => stage([set], true));
  const alone = [...words.map((set) => [set]), ...phrases.map((sets) => rarestFirst(sets))];
  return [...first, ...pair, ...inTitle, ...alone.map((sets) => stage(sets, false, true))];

  function stage(sets: readonly KeySet[], inTitleOnly = false, isWhole = false): Stage {
    const own = sets.slice(0, MOST_SETS);
    return {
      sets: inTitleOnly ? own : [...own, ...needed].slice(0, MOST_SETS),
      inTitle: inTitleOnly,
      isWhole,
    };
  }
}

function createSets(vocabulary: KnownWords): (terms: readonly Term[]) => KeySet {
  return (terms) => ({
    terms,
    documents: terms.reduce((sum, term) => sum + vocabulary.documentsOf(term), 0),
  });
}

/**
 * The words that a quotation requires: all of them, or the rarest of each way to write it. None if no document has
 * them.
 */
function neededBy(phrases: readonly Phrase[], setOf: (terms: readonly Term[]) => KeySet): KeySet[] {
  const possible = phrases
    .map(({ words }) => words.map(setOf))
    .filter((sets) => sets.every(({ terms }) => terms.length > 0));
  const [only = [], ...others] = possible;
  if (others.length === 0) return only;
  const rarest = possible.flatMap((sets) => rarestFirst(sets)[0]?.terms ?? []);
  return [setOf(rarest)];
}

function rarestFirst(sets: readonly KeySet[]): KeySet[] {
  return sets.toSorted((some, other) => some.documents - other.documents);
}
