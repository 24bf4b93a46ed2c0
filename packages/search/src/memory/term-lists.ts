/** Terms by a key, such as their stem. */
export interface TermLists {
  /** @param term higher than all before */
  add(key: string, term: number): void;
  /** The last term; -1 for none. */
  last(key: string): number;
  /** The one before a term in its list; -1 for none. */
  before(term: number): number;
  /** In ascending order. */
  of(key: string): number[];
  keys(): Iterable<string>;
}

/** Each term knows the one before it in its list: most lists have one or two, and an array for each takes 200 bytes. */
export function createTermLists(): TermLists {
  const last = new Map<string, number>();
  const before: number[] = [];
  return {
    add(key, term) {
      before.push(last.get(key) ?? -1);
      last.set(key, term);
    },
    last: (key) => last.get(key) ?? -1,
    before: (term) => before[term] ?? -1,
    of(key) {
      const terms: number[] = [];
      for (let term = last.get(key) ?? -1; term >= 0; term = before[term] ?? -1) terms.push(term);
      return terms.reverse();
    },
    keys: () => last.keys(),
  };
}
