export { withDatabaseAway } from './database-away.ts';
export { firstColumn } from './first-column.ts';
export { type CommandTree, listCommands } from './list-commands.ts';
export { type ListeningApp, listenWith } from './listening-app.ts';
export { migrateTestDatabase, openTestDatabase } from './migrated-database.ts';
export { type ProgramProcess, type ProgramResult, startProgram } from './program-process.ts';
export { portOf, type ServiceProcess, startServiceProcess } from './service-process.ts';
export { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from './test-database.ts';
export { untilBlocked } from './until-blocked.ts';
