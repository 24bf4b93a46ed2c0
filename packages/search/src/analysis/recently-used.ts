/** What was computed lately, by name: at most twice as many entries as `size`, in two generations. */
export class RecentlyUsed<Value> {
  private young = new Map<string, Value>();
  private old = new Map<string, Value>();
  private readonly size: number;

  constructor(size: number) {
    this.size = size;
  }

  /** The value of a key, computed when it was not needed lately. */
  get(key: string, compute: (key: string) => Value): Value {
    const known = this.young.get(key);
    if (known !== undefined) return known;
    const kept = flat(key);
    const value = this.old.get(kept) ?? compute(kept);
    if (this.young.size >= this.size) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(kept, value);
    return value;
  }
}

/** A copy: in V8 a slice of a text keeps the whole of it in memory. */
function flat(slice: string): string {
  return Buffer.from(slice, 'utf16le').toString('utf16le');
}
