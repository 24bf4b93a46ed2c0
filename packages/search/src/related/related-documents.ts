import { type Executor, sql } from '@guidepost/postgres';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { isFunctionWord } from '../analysis/function-words.ts';
import { decodeWords, fieldWeight, readSpelling, readVarint } from '../memory/indexed-words.ts';
import type { SearchTenant } from '../port.ts';
import { keyOf } from '../rows/word-keys.ts';

/** A document about much the same as another one. */
export interface RelatedDocument {
  readonly id: number;
  /** From 0 to 1: the share of what tells the other one's subject that this one has, too. */
  readonly likeness: number;
}

const readDocument = sql`
  select d.words, coalesce(t.visible, 0) as visible
  from search_documents d
  left join search_tenants t on t.tenant_id = d.tenant_id
  where d.tenant_id = $1 and d.document_id = $2 and d.words is not null and not d.hidden
`;
const countWords = sql`
  select w.spelling, w.documents
  from search_words w
  where w.tenant_id = $1 and w.spelling = any($2::text[]) and w.documents > 0
`;
const findSharing = sql`
  -- For each of the keys $2, the visible documents of tenant $1 that have it, with the bytes of their words. The limit
  -- makes PostgreSQL look up keys instead of reading all documents.
  select w.place::integer - 1 as place, array_agg(d.id) as ids, array_agg(d.size) as sizes
  from unnest($2::integer[]) with ordinality as w (key, place)
  cross join lateral (
    select o.document_id::float8 as id, octet_length(o.words) as size
    from (
      select s.tenant_id, s.document_id, s.words, s.hidden
      from search_documents s
      where s.keys && array[w.key]
      limit 10000
    ) o
    where o.tenant_id = $1 and o.words is not null and not o.hidden
  ) d
  group by w.place
`;

/** Among fewer documents, how many have a word says nothing about it. */
const FEWEST_DOCUMENTS = 10;

/** Words that are looked up, and those of them that are compared. */
const MOST_LOOKED_UP = 120;
const MOST_COMPARED = 30;

/** Occurrences of a word that say half as much as any number of them. */
const HALF = 4;

/** Words of more documents than this share of all say little, and there is much to compare. */
const COMMON = 0.2;

/** Documents with one of the compared words, as far as their forms here tell. */
const MOST_MATCHES = 4_000;

/** How much less it says that a document several times as long has the same words. */
const LENGTH = 0.3;

const NUMBER = /^\p{N}+$/u;

interface TellingWord {
  readonly stem: string;
  readonly spellings: string[];
  frequency: number;
}

/**
 * Visible documents that share the words that tell what a visible document is about, the likest first. Looks in the
 * database, so that it needs no index in memory; empty for a document that is not indexed yet.
 */
export async function findRelatedDocuments(
  executor: Executor,
  { tenant, id, limit }: { tenant: SearchTenant; id: number; limit: number },
): Promise<RelatedDocument[]> {
  const read = await executor.oneOrNone<{ words: Buffer; visible: number }>(readDocument([tenant.id, id]));
  if (!read || read.visible < FEWEST_DOCUMENTS) return [];
  const words = mostFrequent(read.words, tenant.language);
  const spellings = words.flatMap((word) => word.spellings);
  const counts = await executor.any<{ spelling: string; documents: number }>(
    countWords([tenant.id, spellings]),
  );
  const documentsOf = new Map(counts.map(({ spelling, documents }) => [spelling, documents]));
  const telling = mostTelling(words, documentsOf, read.visible);
  if (telling.length === 0) return [];
  const keys = (['text', 'title'] as const).flatMap((kind) =>
    telling.map(({ stem }) => keyOf(tenant.id, kind, stem)),
  );
  const sharing = await executor.any<Sharing>(findSharing([tenant.id, keys]));
  return mostAlike({ id, size: read.words.length, visible: read.visible }, telling, sharing).slice(0, limit);
}

/** The documents that share a word of a text, or of a title. */
interface Sharing {
  /** The place in the list of words for a text, and after all of them for a title. */
  readonly place: number;
  readonly ids: readonly number[];
  readonly sizes: readonly number[];
}

/** A word of few documents says more than one of many; in a title, each says as much again. */
function mostAlike(
  { id, size, visible }: { id: number; size: number; visible: number },
  telling: readonly { weight: number }[],
  sharing: readonly Sharing[],
): RelatedDocument[] {
  const documents = new Map(sharing.map(({ place, ids }) => [place, ids.length]));
  const worth = telling.map(
    ({ weight }, place) => weight * informationOf(documents.get(place) ?? 1, visible),
  );
  const most = 2 * worth.reduce((sum, one) => sum + one, 0);
  const alike = new Map<number, number>();
  for (const { place, ids, sizes } of sharing)
    for (const [at, other] of ids.entries()) {
      const share = (worth[place % telling.length] ?? 0) / most;
      if (other === id || !(share > 0)) continue;
      alike.set(other, (alike.get(other) ?? 0) + share / Math.max(1, (sizes[at] ?? 0) / size) ** LENGTH);
    }
  return Array.from(alike, ([other, likeness]) => ({ id: other, likeness })).sort(
    (some, other) => other.likeness - some.likeness || some.id - other.id,
  );
}

/** By stem, without words that tell nothing anywhere. */
function mostFrequent(stored: Buffer, language: string): TellingWord[] {
  const { lengths, spellings, places } = decodeWords(stored);
  const words = Buffer.from(spellings).toString().split('\n');
  const frequencies = new Float64Array(words.length);
  const reader = { bytes: places, at: 0 };
  for (const [field, length] of lengths.entries())
    for (let word = length; word > 0; word -= 1) {
      const place = readVarint(reader) >>> 1;
      frequencies[place] = (frequencies[place] ?? 0) + fieldWeight(field);
    }
  const analyzer = createAnalyzer(language);
  const byStem = new Map<string, TellingWord>();
  for (const [place, spelling] of words.entries()) {
    const { form, stem } = readSpelling(spelling);
    if (form.length < 2 || NUMBER.test(form) || isFunctionWord(analyzer, form)) continue;
    const word = byStem.get(stem) ?? { stem, spellings: [], frequency: 0 };
    word.spellings.push(spelling);
    word.frequency += frequencies[place] ?? 0;
    byStem.set(stem, word);
  }
  return [...byStem.values()]
    .sort((some, other) => other.frequency - some.frequency)
    .slice(0, MOST_LOOKED_UP);
}

/** Those that are frequent here and rare elsewhere, with what their frequency here is worth. */
function mostTelling(
  words: readonly TellingWord[],
  documentsOf: ReadonlyMap<string, number>,
  visible: number,
): { stem: string; weight: number }[] {
  const rated = words.flatMap(({ stem, spellings, frequency }) => {
    const documents = Math.max(...spellings.map((spelling) => documentsOf.get(spelling) ?? 0));
    const information = documents < 1 ? 0 : informationOf(documents, visible);
    const weight = frequency / (frequency + HALF);
    return information === 0 ? [] : [{ stem, weight, documents, rank: weight * information }];
  });
  let matches = 0;
  return rated
    .sort((some, other) => other.rank - some.rank)
    .slice(0, MOST_COMPARED)
    .filter(({ documents }) => {
      matches += documents;
      return matches <= MOST_MATCHES;
    });
}

/** The weight of a word: high if few documents have it, none if many do. */
function informationOf(documents: number, visible: number): number {
  return documents > Math.max(2, COMMON * visible) ? 0 : Math.log(1 + visible / documents);
}
