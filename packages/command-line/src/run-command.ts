import type { Database } from '@guidepost/postgres';
import type { Environment } from '@guidepost/service-kit';
import type { ServiceDatabase } from './command-database.ts';
import { type CommandDatabase, openCommandDatabase } from './command-database.ts';
import { findDatabase } from './environment.ts';
import { watchForInterruption } from './interruption.ts';
import { printableJson } from './printable.ts';

/** What a command works with. */
export interface Session {
  database: Database;
  /** The migrations that were applied before the command's own work. */
  applied: string[];
  signal: AbortSignal;
}

/** What a command has to say, for scripts and for people. */
export interface Answer {
  document: unknown;
  text: string;
}

export interface OutputOptions {
  /** Prints the document instead of the text. */
  json?: boolean;
}

export interface CommandOptions extends OutputOptions {
  /** Where the answer goes when standard output is taken by what was asked for. */
  output?: NodeJS.WritableStream;
  /** What an interruption leaves behind, if it is not nothing. */
  interrupted?: string;
}

/** Does a command's work on the database, and prints its answer once everything is closed again. */
export type RunCommand = (
  options: CommandOptions,
  work: (session: Session) => Promise<Answer>,
) => Promise<void>;

/**
 * How a service's commands run. They work on the database that `environment` names, else on the embedded one in
 * `DATA_DIR`, after its schema was brought up to date; the first SIGINT or SIGTERM takes back what they were doing.
 */
export function createRunCommand(service: ServiceDatabase, environment: Environment): RunCommand {
  return async ({ json = false, output = process.stdout, interrupted = 'nothing was changed.' }, work) => {
    const interruption = watchForInterruption(interrupted);
    try {
      const open = () => openCommandDatabase(service, findDatabase(service.urlVariable, environment));
      const { document, text } = await workOnDatabase(open, interruption.signal, work);
      output.write(`${json ? printableJson(JSON.stringify(document, null, 2)) : text}\n`);
    } finally {
      interruption.stopWatching();
    }
  };
}

async function workOnDatabase(
  open: () => Promise<CommandDatabase>,
  signal: AbortSignal,
  work: (session: Session) => Promise<Answer>,
): Promise<Answer> {
  const opened = await open();
  try {
    signal.throwIfAborted();
    return await untilInterrupted(opened, signal, () => work({ ...opened, signal }));
  } finally {
    await opened.close();
  }
}

/** What fails because it was cut off, failed because of the interruption. */
async function untilInterrupted(
  { cutOff }: CommandDatabase,
  signal: AbortSignal,
  work: () => Promise<Answer>,
): Promise<Answer> {
  let cutting = Promise.resolve();
  signal.addEventListener('abort', () => {
    // When the server cannot be reached there is nothing to take back either.
    cutting = cutOff().catch(() => {});
  });
  try {
    return await work();
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    await cutting;
  }
}
