import { type QueryWord, stemsOf } from '../analysis/word.ts';
import type { SearchRequest } from '../port/search-index.ts';
import { facetTokens } from './engine-document.ts';
import { EVERY } from './settings.ts';
import { formToken, stemToken } from './tokens.ts';

/** Meilisearch reads ten words of a query and leaves out the rest without a word. */
const MOST_TOKENS = 10;

/**
 * Which documents are found. Meilisearch's queries know no `or`, which each word needs (its stem, without letters of its
 * own, as a beginning), and its filters do. All tokens are letters and digits: no query leaves its place.
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
 * What ranks them: each word that a document has counts, none is needed (`matchingStrategy`), but for the one that stands
 * in all of them. Of one word alone, its exact form comes before its other forms, and these before what it merely begins;
 * in several, that would outweigh what documents are about.
 *
 * @param completions stems of what the last word may become
 */
export function rankingQuery(words: readonly QueryWord[], completions: readonly string[]): string {
  const [only, second] = words;
  const alone = second ? undefined : only;
  const tokens = [
    ...words.map(({ stem }) => stemToken(stem)),
    ...words.flatMap(({ folded }) => (folded === undefined ? [] : stemToken(folded))),
    // A corrected word, which has no prefix, was never typed in that form.
    ...(alone?.prefix !== undefined && alone.form !== alone.stem ? [formToken(alone.form)] : []),
    ...completions.map(stemToken),
  ];
  return [`"${EVERY}"`, ...new Set(tokens)].slice(0, MOST_TOKENS).join(' ');
}
