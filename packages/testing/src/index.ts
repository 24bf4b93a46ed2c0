export {
  createTestDatabase,
  type MeilisearchAccess,
  meilisearchForTests,
  type OwnMeilisearch,
  startOwnMeilisearch,
  type TestDatabase,
  withDatabaseAway,
} from '@guidepost/local-servers/testing';
export { type FaultyProxy, type ProxyFault, startFaultyProxy } from './faulty-proxy.ts';
export { firstColumn } from './first-column.ts';
export { type CommandTree, listCommands } from './list-commands.ts';
export { type ListeningApp, listenWith } from './listening-app.ts';
export { makeDemo } from './make-demo.ts';
export {
  type MigratedDatabase,
  migrateTestDatabase,
  openMigratedDatabase,
  openTestDatabase,
} from './migrated-database.ts';
export { type ProgramProcess, type ProgramResult, startProgram } from './program-process.ts';
export { planOf } from './query-plan.ts';
export { countRowsRead } from './rows-read.ts';
export { portOf, type ServiceProcess, startServiceProcess } from './service-process.ts';
export { untilBlocked } from './until-blocked.ts';
