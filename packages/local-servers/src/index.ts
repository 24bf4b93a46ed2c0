export { findMeilisearch } from './meilisearch/find-meilisearch.ts';
export { type LocalMeilisearch, startMeilisearch } from './meilisearch/start-meilisearch.ts';
export { type Binaries, MAJOR_VERSION as EMBEDDED_VERSION } from './postgres/binaries.ts';
export { type LocalPostgres, type LocalPostgresOptions, startPostgres } from './postgres/start-postgres.ts';
export { type StoppedCluster, whileStopped } from './postgres/stopped-cluster.ts';
export { commandLine, openLog } from './programs/child-programs.ts';
export { anyFreePort, requireFreePort } from './programs/free-port.ts';
export { hasCode } from './programs/system-errors.ts';
