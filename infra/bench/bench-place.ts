/** Where a part of the benchmarks is measured. */
export interface BenchPlace {
  /** Of an empty database, with fsync on. */
  databaseUrl: string;
  /** For files; gone afterwards. */
  directory: string;
}
