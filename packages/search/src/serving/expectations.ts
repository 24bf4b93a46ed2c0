import { LRUCache } from 'lru-cache';
import type { SearchRequest } from '../port/search-index.ts';
import type { EngineNeeds, Outset, ReadyOutset } from './outset.ts';

/** Beginnings of words whose completions are remembered, less than a kilobyte each. */
const REMEMBERED = 2_000;

type OfTenant = Pick<SearchRequest, 'tenant'>;

/** What the outset of a search will probably be, by those of the searches before. */
export interface Expectations {
  /** Undefined when there is nothing to go by. */
  outsetOf(request: OfTenant, needs: EngineNeeds): ReadyOutset | undefined;
  learn(request: OfTenant, needs: EngineNeeds, outset: Outset): void;
}

/** Expects that the index is where it was, that nothing is gone, and that a word may become what it might before. */
export function createExpectations(): Expectations {
  const completions = new LRUCache<string, readonly string[]>({ max: REMEMBERED });
  let index: Pick<ReadyOutset, 'state' | 'index_name' | 'position'> | undefined;
  return {
    outsetOf({ tenant }, { beginning }) {
      const known = beginning === null ? [] : completions.get(`${tenant.id} ${beginning}`);
      return index && known && { ...index, gone: [], completions: known };
    },
    learn({ tenant }, { beginning }, { gone, completions: known, ...state }) {
      index = state.state === 'ready' && gone.length === 0 ? state : undefined;
      if (beginning !== null) completions.set(`${tenant.id} ${beginning}`, known);
    },
  };
}
