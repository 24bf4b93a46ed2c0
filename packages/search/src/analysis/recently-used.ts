/** What was computed lately, by name. */
export interface RecentlyUsed<Value> {
  /** The value of a key, computed when it was not needed lately. */
  get(key: string, compute: (key: string) => Value): Value;
}

/** Remembers at most twice as many values as `size`, in two generations. */
export function createRecentlyUsed<Value>(size: number): RecentlyUsed<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  return {
    get(key, compute) {
      const known = young.get(key);
      if (known !== undefined) return known;
      const kept = flat(key);
      const value = old.get(kept) ?? compute(kept);
      if (young.size >= size) {
        old = young;
        young = new Map();
      }
      young.set(kept, value);
      return value;
    },
  };
}

/** A copy: in V8 a slice of a text keeps the whole of it in memory. */
function flat(slice: string): string {
  return Buffer.from(slice, 'utf16le').toString('utf16le');
}
