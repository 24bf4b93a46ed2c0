import type { CandidateRequest, EnginePhrase, EngineWord, SearchRequest } from '../port.ts';
import type { Concept, Phrase } from '../ranking/concept.ts';
import type { Term } from '../ranking/known-words.ts';
import type { OpenedRows } from '../rows/search-rows.ts';

/** Words of a query that find; Meilisearch ranks by no more. */
const MOST_WORDS = 10;
/** Ways to express words by several others. */
const MOST_PHRASES = 20;
/** Quadratic in Meilisearch: 200 exclusions take 5 ms, 2,000 take 100 ms, and 10,000 take seconds. */
const MOST_EXCLUDED = 200;

/** The request to an engine; undefined for a query that nothing can meet. */
export function engineRequest(
  opened: Pick<OpenedRows, 'vocabulary' | 'concepts'>,
  request: SearchRequest,
  limit: number,
): CandidateRequest | undefined {
  const { concepts } = opened.concepts;
  const mostTelling = concepts
    .filter(({ finds }) => finds)
    .toSorted((some, other) => other.information - some.information)
    .slice(0, MOST_WORDS);
  // In the order of the query.
  const finding = concepts.filter((concept) => mostTelling.includes(concept) && !concept.isRequired);
  const words = finding
    .filter(({ expressions }) => expressions.size > 0)
    .map(({ expressions }) => engineWord(opened, [...expressions.keys()], (term) => expressions.has(term)));
  const phrases = finding.flatMap((concept) => enginePhrases(opened, concept.phrases)).slice(0, MOST_PHRASES);
  const quotations = concepts
    .filter(({ isRequired }: Concept) => isRequired)
    .map((concept) => enginePhrases(opened, concept.phrases));
  const isPossible = quotations.every(({ length }) => length > 0);
  const isFinding = words.length + phrases.length + quotations.length > 0;
  if (!isPossible || !isFinding) return undefined;
  const exclude = (request.exclude ?? []).slice(0, MOST_EXCLUDED);
  return { ...request, exclude, limit, words, phrases, quotations };
}

/** Phrases of which documents have each word. */
function enginePhrases(opened: Pick<OpenedRows, 'vocabulary'>, phrases: readonly Phrase[]): EnginePhrase[] {
  return phrases
    .filter(({ words }) => words.every((terms) => terms.length > 0))
    .map(({ words }) => words.map((terms) => engineWord(opened, terms, (term) => terms.includes(term))));
}

/** The stems and forms that some terms are: a stem if all words with it are meant, else forms. */
function engineWord(
  { vocabulary }: Pick<OpenedRows, 'vocabulary'>,
  terms: readonly Term[],
  isMeant: (term: Term) => boolean,
): EngineWord {
  const stems = new Set<string>();
  const forms = new Set<string>();
  for (const term of terms) {
    const stem = vocabulary.stemOf(term);
    const isWhole = vocabulary.askedStem(stem)?.every(isMeant) ?? false;
    if (isWhole || vocabulary.formOf(term) === stem) stems.add(stem);
    else forms.add(vocabulary.formOf(term));
  }
  return { stems: [...stems], forms: [...forms] };
}
