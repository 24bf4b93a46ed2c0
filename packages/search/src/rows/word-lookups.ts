import { type Database, sql } from '@guidepost/postgres';
import { LRUCache } from 'lru-cache';
import type { WordForm } from '../analysis/word.ts';
import { readSpelling } from '../memory/indexed-words.ts';
import { keyOf, similarKeys } from './word-keys.ts';

/** A word of a tenant in the database. */
export interface StoredWord extends WordForm {
  readonly spelling: string;
  readonly documents: number;
  readonly hidden: number;
}

/** A question about the words of a tenant. */
export type Lookup =
  | { readonly by: 'stem' | 'lemma' | 'folded' | 'form'; readonly text: string }
  /** The words in most documents with this beginning, or this end; or those that only hidden documents have. */
  | { readonly by: 'beginning' | 'hidden beginning' | 'end'; readonly text: string; readonly most: number }
  | { readonly by: 'similar'; readonly text: string; readonly slips: number; readonly hiddenToo: boolean }
  /** No words, but how many documents have each with the stem, added up, and whether any has it or such a lemma. */
  | { readonly by: 'count'; readonly text: string };

export interface Found {
  readonly words: readonly StoredWord[];
  readonly count: number;
  readonly isWord: boolean;
}

export interface AskedTenant {
  readonly id: number;
  readonly revision: number;
}

/** The words of tenants in the database, with a cache for all that this process asks. */
export interface WordLookups {
  /** The answers for a tenant of this revision, or nearly so. */
  known(tenant: AskedTenant, lookup: Lookup): Found | undefined;
  /** Looks everything up in one statement. */
  fetch(tenant: AskedTenant, lookups: readonly Lookup[]): Promise<void>;
}

/** Words of one stem, and words with the same part as an unknown one: those of most documents. */
const MOST_FORMS = 500;
const MOST_SIMILAR = 150;

const findWords = sql`
  -- Words of tenant $1 by number of the lookup: those with the keys $3 (lookups $2), $4 at most for each; those that
  -- begin with $6 and precede $7 (lookups $5), by $9 those of hidden documents, $8 at most; those whose reverse does
  -- (lookups $10, beginnings $11, ends $12, at most $13). Lookups $14 ask in how many documents words are with the keys
  -- $15, and in how many with the keys $16.
  select l.lookup, w.spelling, w.documents, w.hidden
  from unnest($2::integer[], $3::integer[], $4::integer[]) as l (lookup, key, most)
  cross join lateral (
    select s.spelling, s.documents, s.hidden
    from search_words s
    where s.keys @> array[l.key] and s.tenant_id = $1
    order by s.documents desc, s.spelling
    limit l.most
  ) w
  union all
  select l.lookup, w.spelling, w.documents, w.hidden
  from unnest($5::integer[], $6::text[], $7::text[], $8::integer[], $9::boolean[]) as l (lookup, first, after, most, hidden)
  cross join lateral (
    select r.spelling, r.documents, r.hidden
    from (
      select s.spelling, s.documents, s.hidden
      from search_words s
      where s.tenant_id = $1 and s.spelling >= l.first collate "C" and s.spelling < l.after collate "C"
        and (s.documents = 0) = l.hidden
      limit 20000
    ) r
    order by r.documents desc, r.spelling
    limit l.most
  ) w
  union all
  select l.lookup, w.spelling, w.documents, w.hidden
  from unnest($10::integer[], $11::text[], $12::text[], $13::integer[]) as l (lookup, first, after, most)
  cross join lateral (
    select r.spelling, r.documents, r.hidden
    from (
      select s.spelling, s.documents, s.hidden
      from search_words s
      where s.tenant_id = $1 and s.documents > 0
        and reverse(split_part(s.spelling, E'\t', 1)) collate "C" >= l.first
        and reverse(split_part(s.spelling, E'\t', 1)) collate "C" < l.after
      limit 20000
    ) r
    order by r.documents desc, r.spelling
    limit l.most
  ) w
  union all
  select l.lookup, null, w.documents, v.documents
  from unnest($14::integer[], $15::integer[], $16::integer[]) as l (lookup, stem, lemma)
  cross join lateral (
    select coalesce(sum(s.documents), 0)::integer as documents
    from search_words s
    where s.keys @> array[l.stem] and s.tenant_id = $1
  ) w
  cross join lateral (
    select coalesce(sum(s.documents), 0)::integer as documents
    from search_words s
    where s.keys @> array[l.lemma] and s.tenant_id = $1
  ) v
`;

interface Row {
  lookup: number;
  spelling: string | null;
  documents: number;
  hidden: number | null;
}

/** Bytes. */
const MOST_KEPT = 16_000_000;
const ENTRY_BYTES = 200;
const WORD_BYTES = 250;

/** Milliseconds for which words of many documents count as they did: each change of the tenant would forget them. */
const POPULAR_HOLD = 1_000;
const POPULAR = 50;
/** The same for counts, which only say how rare a word is. */
const COUNT_HOLDS = 60_000;

interface Kept extends Found {
  readonly revision: number;
  readonly at: number;
}

export function createWordLookups(database: Database): WordLookups {
  const kept = new LRUCache<string, Kept>({
    maxSize: MOST_KEPT,
    sizeCalculation: ({ words }) => ENTRY_BYTES + WORD_BYTES * words.length,
  });
  return {
    known({ id, revision }, lookup) {
      const found = kept.get(nameOf(id, lookup));
      return found && holds(found, lookup, revision) ? found : undefined;
    },
    async fetch({ id, revision }, lookups) {
      const at = performance.now();
      const rows = await database.any<Row>(findWords([id, ...columnsOf(id, lookups)]));
      const byLookup = Map.groupBy(rows, (row) => row.lookup);
      for (const [number, lookup] of lookups.entries()) {
        const found = byLookup.get(number) ?? [];
        const words = storedWords(found).filter((word) => isMeant(word, lookup));
        const { documents = 0, hidden: withLemma } = found[0] ?? {};
        const count = lookup.by === 'count' ? documents : 0;
        const isWord = count > 0 || (lookup.by === 'count' && Boolean(withLemma));
        kept.set(nameOf(id, lookup), { words, count, isWord, revision, at });
      }
    },
  };
}

function holds({ words, revision: known, at }: Kept, { by }: Lookup, revision: number): boolean {
  if (known === revision) return true;
  const age = performance.now() - at;
  if (by === 'count') return age < COUNT_HOLDS;
  return age < POPULAR_HOLD && words.some(({ documents }) => documents >= POPULAR);
}

function nameOf(tenantId: number, lookup: Lookup): string {
  return `${tenantId} ${lookupName(lookup)}`;
}

/** Tells lookups of one tenant apart. */
export function lookupName({ by, text, ...details }: Lookup): string {
  return `${by} ${Object.values(details).join()} ${text}`;
}

/** Each once. */
function storedWords(rows: readonly Row[]): StoredWord[] {
  const words = new Map<string, StoredWord>();
  for (const { spelling, documents, hidden } of rows)
    if (spelling !== null)
      words.set(spelling, { spelling, documents, hidden: hidden ?? 0, ...readSpelling(spelling) });
  return [...words.values()];
}

/** Other words may have the same key by chance. */
function isMeant({ stem, folded = stem, form, lemmas = [], documents }: StoredWord, lookup: Lookup): boolean {
  const { by, text } = lookup;
  if (by === 'stem') return stem === text;
  if (by === 'lemma') return lemmas.includes(text);
  if (by === 'folded') return folded === text;
  if (by === 'form') return form === text;
  return lookup.by !== 'similar' || lookup.hiddenToo || documents > 0;
}

/** No letter is higher. */
const HIGHEST = '\u{10FFFF}';

function columnsOf(tenantId: number, lookups: readonly Lookup[]): unknown[][] {
  const keys: [number[], number[], number[]] = [[], [], []];
  const beginnings: [number[], string[], string[], number[], boolean[]] = [[], [], [], [], []];
  const ends: [number[], string[], string[], number[]] = [[], [], [], []];
  const counts: [number[], number[], number[]] = [[], [], []];
  for (const [number, lookup] of lookups.entries()) {
    const { by, text } = lookup;
    if (by === 'count') push(counts, number, keyOf(tenantId, 'stem', text), keyOf(tenantId, 'lemma', text));
    else if (by === 'similar')
      for (const key of similarKeys(tenantId, text, lookup.slips)) push(keys, number, key, MOST_SIMILAR);
    else if (by === 'end') {
      const reversed = Array.from(text).reverse().join('');
      push(ends, number, reversed, `${reversed}${HIGHEST}`, lookup.most);
    } else if (by === 'beginning' || by === 'hidden beginning')
      push(beginnings, number, text, `${text}${HIGHEST}`, lookup.most, by === 'hidden beginning');
    else push(keys, number, keyOf(tenantId, by, text), MOST_FORMS);
  }
  return [...keys, ...beginnings, ...ends, ...counts];
}

function push<Row extends unknown[]>(columns: { [Place in keyof Row]: Row[Place][] }, ...row: Row): void {
  for (const [place, value] of row.entries()) columns[place]?.push(value);
}
