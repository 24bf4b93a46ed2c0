export {
  type BackgroundWorkOptions,
  createBackgroundWork,
  joinWorkers,
  type Worker,
} from './background/background-work.ts';
export { createSemaphore, type Semaphore, type SemaphoreOptions } from './concurrency/semaphore.ts';
export { type Answer, answering, createThreads, once } from './concurrency/threads.ts';
export { mapInSlices, runInSlices, startTimeSlice, type TimeSlice } from './concurrency/time-slice.ts';
export {
  type Environment,
  type EnvironmentSchema,
  maskPassword,
  type VariableSchema,
} from './config/environment.ts';
export {
  type ByTenant,
  CLIENT_VARIABLES,
  DATABASE_URL,
  databaseVariables,
  HTTP_URL,
  type LogLevel,
  listeningVariables,
  PROCESS_VARIABLES,
  readAddressesByTenant,
  readKeysByTenant,
  type ServiceConfig,
  secretVariable,
} from './config/service-variables.ts';
export { AppError, type AppErrorDetails, type ErrorKind, type ErrorSource } from './errors/app-error.ts';
export { readSourceFile, unreadable } from './files/read-source-file.ts';
export { createHealth, type Health, type HealthReport } from './health/health.ts';
export {
  type BackupConfig,
  backupVariables,
  createFindLastBackup,
  type FindLastBackup,
  measureLastBackup,
} from './health/last-backup.ts';
export type { Logger } from './logging/logger.ts';
export { measureJobs, readTogether } from './metrics/job-metrics.ts';
export type { CounterOptions, Metrics, RequestLabels } from './metrics/metrics.ts';
export type { Reading } from './metrics/read-metrics.ts';
export { type ListenAddress, nodeHttp } from './process/http-service.ts';
export { logWaits, type WaitsFor } from './process/log-waits.ts';
export type { Service } from './process/run.ts';
export { annotate, beginSpan, type EndSpan, isTracing, traced, traceRequest } from './telemetry/tracing.ts';
export { isStoredId, parseId } from './text/ids.ts';
export {
  foldWhiteSpace,
  isVisible,
  LONGEST_NAME,
  parseName,
  VISIBLE_CHARACTER,
  withoutUnprintable,
} from './text/visible-text.ts';
export { endBeforePunctuation } from './text/web-addresses.ts';
