export { confirm } from './confirm.ts';
export { findDatabase } from './environment.ts';
export { type InsightsOptions, insightsAnswer, withInsightsOptions } from './insights-options.ts';
export { type ListView, listAnswer } from './list-answer.ts';
export { describeDetails, type ListOptions, minuteOf, withListOptions } from './list-options.ts';
export { createMigrate } from './migrate.ts';
export { addMoveCommand, type MoveOptions } from './move.ts';
export { describeMove, withMoves } from './move-status.ts';
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
export { printable, printableJson, printableLine } from './printable.ts';
export { createProgress, type Progress, withProgress } from './progress.ts';
export {
  type Answer,
  createRunCommand,
  type RunCommand,
  type Session,
} from './run-command.ts';
export { formatTable } from './table.ts';
export { describeWritingFailure, lookAt, refuseExisting } from './writing-files.ts';
