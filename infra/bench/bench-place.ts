/** Where a part of the benchmarks is measured. */
export interface BenchPlace {
  /** Of an empty database, with fsync on. */
  databaseUrl: string;
  /** Makes another one. */
  addDatabase(): Promise<string>;
  /** For files; gone afterwards. */
  directory: string;
  /** What sizes are divided by: 1, or more for trying. */
  divisor: number;
}
