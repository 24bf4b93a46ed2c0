export { type LocalMeilisearch, startMeilisearch } from './meilisearch/start-meilisearch.ts';
export { type Binaries, MAJOR_VERSION as EMBEDDED_VERSION } from './postgres/locations.ts';
export {
  type LocalPostgres,
  type LocalPostgresOptions,
  type StoppedCluster,
  startPostgres,
  whileStopped,
} from './postgres/start-postgres.ts';
export { anyFreePort, commandLine, openLog, requireFreePort } from './programs/child-programs.ts';
export { hasCode } from './programs/disk.ts';
export { findMeilisearch, findVersitygw } from './programs/find-programs.ts';
export { type LocalObjectStore, startVersitygw } from './start-versitygw.ts';
