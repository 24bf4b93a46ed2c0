export { createBatch } from './batch.ts';
export { foldQuery, isReader } from './countable.ts';
export {
  countedFrom,
  type Days,
  dayOf,
  daysBefore,
  isSummedUp,
  KEPT_DAYS,
  lastDays,
  MOST_SINGLE_DAYS,
  type Period,
  type StepOfTime,
  stepsOf,
  sumOfDays,
} from './days.ts';
export { createHitCounts, type HitCounts } from './hit-counts.ts';
export { createInsightTables, csvOf, type InsightTables, type ReadTable } from './insight-tables.ts';
export {
  deleteSearchesOfTenant,
  listMostSearched,
  listNotFoundQueries,
  type SearchedWords,
  searchedTables,
} from './list-searches.ts';
export { INSIGHTS_MIGRATIONS } from './migrations.ts';
export {
  createMissCounts,
  isProbe,
  listMissedPaths,
  type MissCounts,
  type MissedPath,
} from './miss-counts.ts';
export {
  listProgramUses,
  listVainProgramQueries,
  type ProgramUse,
  programTables,
} from './program-counts.ts';
export {
  createSearchCounts,
  hashOfQuery,
  type SearchCounts,
  type SearchCountsOptions,
  type Searched,
} from './search-counts.ts';
export { createCountsWorker, type OnFailedStep, runSteps, sumUpDays, thinSearches } from './thin-searches.ts';
