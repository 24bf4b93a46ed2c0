export { findDatabase } from './command-database.ts';
export { type InsightsOptions, insightsAnswer, withInsightsOptions } from './insights-options.ts';
export {
  describeDetails,
  describeMove,
  type ListOptions,
  type ListView,
  listAnswer,
  minuteOf,
  withListOptions,
  withMoves,
} from './lists.ts';
export { addMoveCommand, type MoveOptions } from './move.ts';
export {
  type EditorOptions,
  editorOf,
  examples,
  type OutputOptions,
  parseLanguage,
  parseName,
  type TenantArgument,
  withEditor,
  withOutput,
} from './options.ts';
export {
  type Answer,
  createMigrate,
  createRunCommand,
  type RunCommand,
  runWithoutDatabase,
  type Session,
} from './run-command.ts';
export {
  askSecret,
  confirm,
  createProgress,
  formatTable,
  type Progress,
  printable,
  printableJson,
  printableLine,
  withProgress,
} from './terminal.ts';
export { type ExportTarget, replaceExport, replaceFile } from './writing-files.ts';
