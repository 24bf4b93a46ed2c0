import { rankCandidates, type SearchedTenant, wantedOf } from '../embedded/search-tenant.ts';
import type { AskEngine, EngineIndex, EngineWord } from '../port/search-engine.ts';
import type { SearchRequest, SearchResult } from '../port/search-index.ts';
import type { Concept } from '../ranking/concept.ts';

/** A page of an engine's results, ranked by the tenant's index in this process. */
export async function searchOnEngine(
  engineIndex: EngineIndex,
  tenant: SearchedTenant,
  request: SearchRequest,
  ask: AskEngine = (question) => question(),
): Promise<SearchResult> {
  const words = tenant.concepts.concepts.filter(({ finds }) => finds).map(engineWord(tenant));
  const wanted = { ...request, words, limit: wantedOf(request) };
  const found = await ask((signal) => engineIndex.candidates(wanted, signal));
  return rankCandidates(tenant, request, found);
}

/** What expresses a concept: stems of which all words do, forms of others. */
function engineWord({ index: { vocabulary } }: SearchedTenant): (concept: Concept) => EngineWord {
  return ({ expressions }) => {
    const stems = new Set<string>();
    const forms = new Set<string>();
    for (const term of expressions.keys()) {
      const stem = vocabulary.stems[term] ?? '';
      const isWhole = vocabulary.withStem(stem).every((other) => expressions.has(other));
      if (isWhole || vocabulary.forms[term] === stem) stems.add(stem);
      else forms.add(vocabulary.forms[term] ?? '');
    }
    return { stems: [...stems], forms: [...forms] };
  };
}
