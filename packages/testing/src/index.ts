export { type CommandTree, firstColumn, listCommands } from './documentation.ts';
export { type FaultyProxy, type ProxyFault, startFaultyProxy } from './faulty-proxy.ts';
export {
  type MigratedDatabase,
  migrateTestDatabase,
  type Observed,
  openMigratedDatabase,
  openTestDatabase,
  startInstances,
  type TestedService,
  takeObserved,
} from './instances/start-instances.ts';
export { keepConnections, type ListeningApp, listenWith, served } from './listening-app.ts';
export {
  makeDemo,
  type ProgramProcess,
  type ProgramResult,
  portOf,
  type ServiceProcess,
  startProgram,
  startServiceProcess,
} from './processes.ts';
export { countRowsRead, planOf, untilBlocked } from './query-plan.ts';
export { recordService, type ServiceRecord } from './record-service.ts';
export { type StandIn, type StandInAnswer, startStandIn } from './stand-in.ts';
export { compareTenants, findMoveProblems } from './tenant-tables.ts';
export { workBeside } from './work-beside.ts';
export {
  answerAsZendesk,
  type ZendeskCentre,
  zendeskArticle,
  zendeskComment,
  zendeskGroup,
  zendeskPost,
  zendeskTopic,
} from './zendesk-centre.ts';
