export { type CommandTree, firstColumn, listCommands } from './documentation.ts';
export { type FaultyProxy, type ProxyFault, startFaultyProxy } from './faulty-proxy.ts';
export {
  type MigratedDatabase,
  migrateTestDatabase,
  type Observed,
  openMigratedDatabase,
  openTestDatabase,
  takeObserved,
} from './instances/balanced-instances.ts';
export { startInstances } from './instances/start-instances.ts';
export type { TestedService } from './instances/tested-service.ts';
export { keepConnections } from './keep-connections.ts';
export { type ListeningApp, listenWith } from './listening-app.ts';
export { makeDemo } from './make-demo.ts';
export {
  type ProgramProcess,
  type ProgramResult,
  portOf,
  type ServiceProcess,
  startProgram,
  startServiceProcess,
} from './processes.ts';
export { countRowsRead, planOf } from './query-plan.ts';
export { recordService, type ServiceRecord } from './record-service.ts';
export { served } from './served.ts';
export { compareTenants, findMoveProblems } from './tenant-tables.ts';
export { untilBlocked } from './until-blocked.ts';
