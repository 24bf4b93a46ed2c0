import { type Analyzer, createAnalyzer } from '../analysis/analyzer.ts';
import type { WordForm } from '../analysis/word.ts';
import { readQuery, searchTenant } from '../embedded/search-tenant.ts';
import { decodeWords, encodeWords, type IndexedWords, indexedWords } from '../memory/indexed-words.ts';
import { type NewDocument, TenantIndex } from '../memory/tenant-index.ts';
import type { SearchRequest, SearchResult } from '../port.ts';
import type { Synonyms } from '../synonyms/synonyms.ts';
import { TenantVectors } from '../vectors/tenant-vectors.ts';

/** A document of an index in memory. */
export function documentOf(
  id: number,
  fields: readonly string[],
  { language = 'en', ...options }: Partial<Omit<NewDocument, 'words'>> & { language?: string } = {},
): NewDocument {
  return {
    id,
    hidden: false,
    facets: [],
    ...options,
    words: decodeWords(encodeWords(wordsOf(fields, createAnalyzer(language)))),
  };
}

/** The words of a text, all at once. */
export function wordsOf(fields: readonly string[], analyzer: Analyzer): IndexedWords {
  return atOnce(indexedWords(fields, analyzer));
}

/** The result of work that is done in steps. */
export function atOnce<Result>(steps: Generator<void, Result, void>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

export interface IndexedTexts {
  index: TenantIndex;
  search(query: string, request?: Partial<SearchRequest>): Promise<SearchResult>;
}

export const NO_SYNONYMS: Synonyms = { longest: 0, of: () => [] };

/** Texts in memory, numbered from 1: titles, or fields. */
export function indexTexts(
  language: string,
  texts: readonly (string | readonly string[])[],
  synonyms: Synonyms = NO_SYNONYMS,
): IndexedTexts {
  const index = new TenantIndex();
  const analyzer = createAnalyzer(language);
  for (const [place, text] of texts.entries())
    index.put(documentOf(place + 1, typeof text === 'string' ? [text] : text, { language }));
  return {
    index,
    async search(text, options = {}) {
      const query = analyzer.query(text);
      const request = { tenant: { id: 1, language }, query, offset: 0, limit: 100, ...options };
      const vectors = new TenantVectors();
      return searchTenant(await readQuery({ index, vectors, analyzer, synonyms }, request), request);
    },
  };
}

/** `form`, `form/stem` or `form/stem~folded`, where they differ. */
export function writtenForm({ form, stem, folded }: WordForm): string {
  return `${form}${stem === form ? '' : `/${stem}`}${folded === undefined ? '' : `~${folded}`}`;
}

/** The words of a text in that notation. */
export function writtenWords(language: string, text: string): string {
  return createAnalyzer(language).words(text).map(writtenForm).join(' ');
}
