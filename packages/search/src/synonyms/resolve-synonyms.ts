import { runInSlices } from '@guidepost/service-kit';
import type { Analyzer } from '../analysis/analyzer.ts';
import type { TenantSynonyms } from '../embedded/resident.ts';
import { everydaySynonyms, type Synonyms, synonymsOf } from './synonyms.ts';

const resolved = new WeakMap<TenantSynonyms, Map<Analyzer, Promise<Synonyms>>>();

/** The synonyms of a tenant in its language, resolved once for the same object. */
export function resolveSynonyms(synonyms: TenantSynonyms, analyzer: Analyzer): Promise<Synonyms> {
  const known = resolved.get(synonyms) ?? new Map<Analyzer, Promise<Synonyms>>();
  resolved.set(synonyms, known);
  const everyday = synonyms.isEveryday ? everydaySynonyms(analyzer.language) : [];
  const found = known.get(analyzer) ?? runInSlices(synonymsOf([...synonyms.groups, ...everyday], analyzer));
  known.set(analyzer, found);
  return found;
}
