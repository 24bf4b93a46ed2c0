import type { CandidateRequest, EngineWord } from '../port/search-engine.ts';
import { facetTokens } from './engine-document.ts';
import { EVERY } from './settings.ts';
import { formToken, stemToken } from './tokens.ts';

/** Meilisearch silently ignores further words. */
const MOST_TOKENS = 10;

/**
 * Filters do the matching: each word has several expressions, which Meilisearch's queries do not support. Tokens are
 * alphanumeric, so nothing can be injected.
 */
export function filterOf({
  tenant,
  words,
  facets = {},
  someFacets,
  exclude = [],
  hiddenToo = false,
}: Omit<CandidateRequest, 'limit'>): string[] {
  return [
    `tenant = ${tenant.id}`,
    ...(hiddenToo ? [] : ['hidden = false']),
    ...facetTokens(facets).map((token) => `facets = ${token}`),
    ...(someFacets ? [`facets IN [${facetTokens(someFacets).join(', ')}]`] : []),
    ...(exclude.length > 0 ? [`id NOT IN [${exclude.join(', ')}]`] : []),
    `words IN [${[...new Set(words.flatMap(tokensOf))].join(', ')}]`,
  ];
}

function tokensOf({ stems, forms }: EngineWord): string[] {
  return [...stems.map(stemToken), ...forms.map(formToken)];
}

/**
 * The query for ranking: words count but none is required (`matchingStrategy`), except the one in every document. The
 * first expression of each word comes before the second of any.
 */
export function rankingQuery(words: readonly EngineWord[]): string {
  const tokens = words.map(tokensOf);
  const rounds = Math.max(0, ...tokens.map(({ length }) => length));
  const inTurn = Array.from({ length: rounds }, (_, round) => tokens.flatMap((own) => own[round] ?? []));
  return [`"${EVERY}"`, ...new Set(inTurn.flat())].slice(0, MOST_TOKENS).join(' ');
}
