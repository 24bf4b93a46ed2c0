import type { Analyzer } from '../analysis/analyzer.ts';
import type { Facets, SearchDocument } from '../port/search-index.ts';
import { tokenLevels } from './impact.ts';
import { EVERY, levelAttribute } from './settings.ts';
import { facetToken } from './tokens.ts';

export function documentKey(tenantId: number, id: number): string {
  return `${tenantId}-${id}`;
}

export function engineDocument(
  tenantId: number,
  { id, fields, facets, hidden = false }: SearchDocument,
  analyzer: Analyzer,
): Record<string, unknown> {
  const levels = tokenLevels(fields, analyzer);
  return {
    key: documentKey(tenantId, id),
    tenant: tenantId,
    id,
    hidden,
    facets: facetTokens(facets),
    // For filters, which support `or`.
    words: [...new Set(levels.flat())],
    [EVERY]: EVERY,
    ...Object.fromEntries(levels.map((tokens, level) => [levelAttribute(level), tokens.join(' ')])),
  };
}

export function facetTokens(facets: Facets): string[] {
  return Object.entries(facets).flatMap(([name, values]) => values.map((value) => facetToken(name, value)));
}
