import type { Database } from '@guidepost/postgres';
import { type CommandDatabase, openCommandDatabase } from './command-database.ts';
import { findDatabase } from './environment.ts';
import { watchForInterruption } from './interruption.ts';

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
  json?: boolean;
}

export interface CommandOptions extends OutputOptions {
  /** Where the answer goes when standard output is taken by what was asked for. */
  output?: NodeJS.WritableStream;
  /** What an interruption leaves behind, if it is not nothing. */
  interrupted?: string;
}

/** Does a command's work on the database, and prints its answer once everything is closed again. */
export async function runCommand(
  { json = false, output = process.stdout, interrupted = 'nothing was changed.' }: CommandOptions,
  work: (session: Session) => Promise<Answer>,
): Promise<void> {
  const interruption = watchForInterruption(interrupted);
  try {
    const { document, text } = await workOnDatabase(interruption.signal, work);
    output.write(json ? `${JSON.stringify(document, null, 2)}\n` : `${text}\n`);
  } finally {
    interruption.stopWatching();
  }
}

async function workOnDatabase(
  signal: AbortSignal,
  work: (session: Session) => Promise<Answer>,
): Promise<Answer> {
  const opened = await openCommandDatabase(findDatabase(process.env));
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
