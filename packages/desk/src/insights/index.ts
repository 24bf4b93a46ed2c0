export { createCountsWorker } from './counts-worker.ts';
export { csvOf } from './csv.ts';
export {
  dayOf,
  KEPT_DAYS,
  lastDays,
  MOST_SINGLE_DAYS,
  type Period,
  type StepOfTime,
  stepsOf,
} from './days.ts';
export { createInsightTables, type InsightTables, type ReadTable } from './insight-tables.ts';
export {
  deleteSearchesOfTenant,
  listMostSearched,
  listNotFoundQueries,
  type SearchedWords,
} from './list-searches.ts';
export { INSIGHTS_MIGRATIONS } from './migrations.ts';
export {
  createSearchCounts,
  isReader,
  type SearchCounts,
  type SearchCountsOptions,
  type Searched,
} from './search-counts.ts';
export { searchedTables } from './tenant-tables.ts';
export { type OnFailedStep, runSteps, thinSearches } from './thin-searches.ts';
