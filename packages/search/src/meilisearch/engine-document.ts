import { createHash } from 'node:crypto';
import type { Analyzer } from '../analysis/analyzer.ts';
import { fieldWeight } from '../memory/indexed-words.ts';
import type { Facets, SearchDocument } from '../port.ts';
import { EVERY, LEVELS, levelAttribute } from './settings.ts';

/** Weight of folded letters, relative to their field. */
const FOLDED_SHARE = 0.2;

/** Distinct tokens of a typical document, and the influence of length. */
const USUAL_LENGTH = 300;

const LENGTH_MATTERS = 0.5;

/** The range of impact, on a logarithmic scale. */
const LEAST = 0.02;

const MOST = 8;

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

/**
 * The tokens of a document by impact, highest first. Meilisearch adds up ranks by attribute over the words of a query;
 * with attributes as levels of term frequency (BM25F, logarithmic), this ranks by relevance.
 */
export function tokenLevels(fields: readonly string[], analyzer: Analyzer): string[][] {
  const weights = weighTokens(fields, analyzer);
  const length = 1 - LENGTH_MATTERS + (LENGTH_MATTERS * weights.size) / USUAL_LENGTH;
  const levels = Array.from({ length: LEVELS }, (): string[] => []);
  for (const [token, weight] of weights) levels[levelOf(weight / length)]?.push(token);
  return levels;
}

function weighTokens(fields: readonly string[], analyzer: Analyzer): Map<string, number> {
  const weights = new Map<string, number>();
  const add = (token: string, weight: number) => weights.set(token, (weights.get(token) ?? 0) + weight);
  for (const [index, field] of fields.entries()) {
    const weight = fieldWeight(index) / fieldWeight(0);
    for (const { form, stem, folded, lemmas = [] } of analyzer.words(field)) {
      add(stemToken(stem), weight);
      if (form !== stem) add(formToken(form), weight);
      for (const lemma of lemmas) add(stemToken(lemma), weight);
      if (folded !== undefined) add(stemToken(folded), weight * FOLDED_SHARE);
    }
  }
  return weights;
}

function levelOf(frequency: number): number {
  const bounded = Math.min(MOST, Math.max(LEAST, frequency));
  const share = Math.log(bounded / LEAST) / Math.log(MOST / LEAST);
  return LEVELS - 1 - Math.round(share * (LEVELS - 1));
}

/** Meilisearch's limit is 250 bytes; texts and queries are truncated alike. */
const LONGEST = 240;

/** `z` escapes all other characters, as this many digits. */
const DIGITS = 4;

/**
 * Encodes a word as lower-case letters and digits, so that Meilisearch neither splits nor folds it (`å`,
 * `pg_stat_activity`). Prefixes are preserved.
 */
function encode(word: string): string {
  let token = '';
  for (const character of word) token += /[a-y0-9]/.test(character) ? character : spellOut(character);
  return token;
}

function spellOut(character: string): string {
  return `z${(character.codePointAt(0) ?? 0).toString(36).padStart(DIGITS, '0')}`;
}

export function stemToken(stem: string): string {
  return `s${encode(stem)}`.slice(0, LONGEST);
}

export function formToken(form: string): string {
  return `f${encode(form)}`.slice(0, LONGEST);
}

/** The token of a facet value; long ones are hashed to stay distinct. */
export function facetToken(name: string, value: number | string): string {
  const token = encode(`${name}:${value}`);
  return token.length <= LONGEST ? token : createHash('sha256').update(token).digest('hex');
}
