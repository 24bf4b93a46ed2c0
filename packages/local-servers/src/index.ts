export { findMeilisearch } from './meilisearch/find-meilisearch.ts';
export { type LocalMeilisearch, startMeilisearch } from './meilisearch/start-meilisearch.ts';
export { findVersitygw } from './object-store/find-versitygw.ts';
export { type LocalObjectStore, startVersitygw } from './object-store/start-versitygw.ts';
export { type LocalPostgres, startPostgres } from './postgres/start-postgres.ts';
export { commandLine, openLog } from './programs/child-programs.ts';
export { anyFreePort, requireFreePort } from './programs/free-port.ts';
export { hasCode } from './programs/system-errors.ts';
