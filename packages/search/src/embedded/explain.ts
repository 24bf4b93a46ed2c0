import type { SearchRequest } from '../port.ts';
import { createScoring, type Score } from '../ranking/score-document.ts';
import { findRanked, type SearchedTenant } from './search-tenant.ts';

/** Why a document stands where it does among the results of a query. */
export interface Explanation extends Pick<Score, 'frequency' | 'passage' | 'nearness' | 'title'> {
  /** From 1; null for a document that is no result. */
  place: number | null;
  total: number;
  /** The change of the score by the likeness of its best passage to the query; may be negative. */
  meaning: number;
  words: ExplainedWord[];
}

export interface ExplainedWord {
  typed: string;
  /** In nats: a word of few documents has much. */
  information: number;
  /** Whether documents with this word alone are results. */
  finds: boolean;
  /** Occurrences in the document, weighted by field and by how well they express the word. */
  weight: number;
  /** The words of the document that count for it. */
  counted: string[];
}

/** Undefined for a document that is not in the index. */
export async function explain(
  searched: SearchedTenant,
  request: Omit<SearchRequest, 'offset' | 'limit'>,
  id: number,
): Promise<Explanation | undefined> {
  const { index, concepts } = searched;
  const document = index.get(id);
  if (!document) return undefined;
  const { ranked, others, total } = await findRanked(searched, request, index.size);
  const { weights, total: _, ...score } = await createScoring(concepts.concepts, index)(document);
  const words = concepts.concepts.map(({ typed, information, finds, expressions }, place) => ({
    typed,
    information,
    finds,
    weight: weights[place] ?? 0,
    counted: [...document.terms]
      .filter((term) => expressions.has(term))
      .map((term) => index.vocabulary.formOf(term)),
  }));
  const place = [...ranked.map((one) => one.document.id), ...others].indexOf(id) + 1;
  const meaning = ranked[place - 1]?.meaning ?? 0;
  return { place: place === 0 ? null : place, total, ...score, meaning, words };
}
