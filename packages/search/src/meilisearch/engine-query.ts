import { type QueryWord, stemsOf } from '../analysis/word.ts';
import type { SearchRequest } from '../port/search-index.ts';
import { facetTokens } from './engine-document.ts';
import { EVERY } from './settings.ts';
import { formToken, stemToken } from './tokens.ts';

/** Meilisearch silently ignores further words. */
const MOST_TOKENS = 10;

/**
 * Filters do the matching: each word needs alternatives (stem, folded, prefix), which Meilisearch's queries do not
 * support. Tokens are alphanumeric, so nothing can be injected.
 */
export function filterOf(
  request: Omit<SearchRequest, 'query' | 'offset' | 'limit'>,
  words: readonly QueryWord[],
): string[] {
  const { tenant, facets = {}, someFacets, exclude = [], hiddenToo = false } = request;
  return [
    `tenant = ${tenant.id}`,
    ...(hiddenToo ? [] : ['hidden = false']),
    ...facetTokens(facets).map((token) => `facets = ${token}`),
    ...(someFacets ? [`facets IN [${facetTokens(someFacets).join(', ')}]`] : []),
    ...(exclude.length > 0 ? [`id NOT IN [${exclude.join(', ')}]`] : []),
    ...words.map(wordFilter),
  ];
}

function wordFilter(word: QueryWord): string {
  const { prefix, parts } = word;
  const ways = stemsOf(word).map((stem) => `words = ${stemToken(stem)}`);
  if (prefix !== undefined) {
    ways.push(`words STARTS WITH ${stemToken(prefix)}`, `words STARTS WITH ${formToken(prefix)}`);
  }
  if (parts.length > 0) ways.push(parts.map(({ stem }) => `words = ${stemToken(stem)}`).join(' AND '));
  return ways.join(' OR ');
}

/**
 * The query for ranking: words count but none is required (`matchingStrategy`), except the one in every document. For a
 * single word, exact forms rank above inflections and those above prefixes; for several, this would outweigh relevance.
 * @param completions stems that the last word may become
 */
export function rankingQuery(words: readonly QueryWord[], completions: readonly string[]): string {
  const [only, second] = words;
  const alone = second ? undefined : only;
  const tokens = [
    ...words.map(({ stem }) => stemToken(stem)),
    ...words.flatMap(({ folded }) => (folded === undefined ? [] : stemToken(folded))),
    // A corrected word, which has no prefix, was not typed in that form.
    ...(alone?.prefix !== undefined && alone.form !== alone.stem ? [formToken(alone.form)] : []),
    ...completions.map(stemToken),
  ];
  return [`"${EVERY}"`, ...new Set(tokens)].slice(0, MOST_TOKENS).join(' ');
}
