export interface Search {
  tenantId: number;
  /** Folded. */
  words: string;
  inVain: boolean;
  /** An address, or the block of one. */
  visitor: string;
}

interface Typed extends Search {
  /** Milliseconds. */
  at: number;
}

export interface FinishedSearches {
  add(search: Search): void;
  /** Finishes searches whose visitors have stopped typing, or all. */
  settle(all?: boolean): void;
}

/** Milliseconds between two requests of clients that search with every key. */
const TYPING = 5_000;

const MOST_VISITORS = 10_000;

/**
 * Passes on searches once their visitors have stopped typing: of "re", "ref" and "refund" within seconds, the last.
 * @param now milliseconds
 */
export function createFinishedSearches(
  onFinished: (search: Search) => void,
  now: () => number,
): FinishedSearches {
  // By visitor, the oldest first.
  const typed = new Map<string, Typed>();

  function finish(key: string, search: Typed): void {
    typed.delete(key);
    onFinished(search);
  }

  function settle(all = false): void {
    for (const [key, search] of typed) {
      if (!all && now() - search.at < TYPING) return;
      finish(key, search);
    }
  }

  return {
    add(search) {
      settle();
      const key = `${search.tenantId} ${search.visitor}`;
      const before = typed.get(key);
      if (before && isTypedOn(before.words, search.words)) typed.delete(key);
      else if (before) finish(key, before);
      if (typed.size === MOST_VISITORS) settle(true);
      typed.set(key, { ...search, at: now() });
    },
    settle,
  };
}

/** Whether one is the beginning of the other; letters are also deleted. */
function isTypedOn(before: string, after: string): boolean {
  return after.startsWith(before) || before.startsWith(after);
}
