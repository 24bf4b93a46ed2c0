import type { BoundStatement } from '@guidepost/postgres';
import type { Logger } from '@guidepost/service-kit';
import { createLogger, type LoggerOptions } from '@guidepost/service-kit/process';

/** The log of a service, and the statements that it sends to its database. */
export interface ServiceRecord {
  logLines: string[];
  /** Since the last call. */
  takeStatements(): string[];
  /** The same with their values. */
  takeBoundStatements(): BoundStatement[];
  /** For the context of an instance. */
  recorders(level: LoggerOptions['level']): {
    logger: Logger;
    onStatement: (text: string, values: unknown[]) => void;
  };
}

export function recordService(service: string): ServiceRecord {
  const logLines: string[] = [];
  const statements: BoundStatement[] = [];
  return {
    logLines,
    takeStatements: () => statements.splice(0).map(({ text }) => text),
    takeBoundStatements: () => statements.splice(0),
    recorders: (level) => ({
      logger: createLogger({ service, level, stream: { write: (line) => void logLines.push(line) } }),
      onStatement: (text, values) => void statements.push({ text, values }),
    }),
  };
}
