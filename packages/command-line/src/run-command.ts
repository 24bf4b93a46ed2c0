import type { Database } from '@guidepost/postgres';
import { AppError, type Environment } from '@guidepost/service-kit';
import type { Command } from 'commander';
import {
  type CommandDatabase,
  findDatabase,
  openCommandDatabase,
  type ServiceDatabase,
} from './command-database.ts';
import { type OutputOptions, withOutput } from './options.ts';
import { printableJson } from './terminal.ts';

interface Interruption {
  /** Aborted with an AppError. */
  signal: AbortSignal;
  stopWatching(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

export interface Session {
  database: Database;
  /** The URL of the database. */
  url: string;
  /** Migrations that were applied before. */
  applied: string[];
  /** Aborted by SIGINT or SIGTERM. */
  signal: AbortSignal;
}

/** The output of a command, for scripts and for people. */
export interface Answer {
  document: unknown;
  text: string;
}

export interface CommandOptions extends OutputOptions {
  /** Where the answer goes; default standard output. */
  output?: NodeJS.WritableStream;
  /** The effect of an interruption; default "nothing was changed." */
  interrupted?: string;
}

/** Runs a command on the database and prints its answer after the database is closed. */
export type RunCommand = (
  options: CommandOptions,
  work: (session: Session) => Promise<Answer>,
) => Promise<void>;

/**
 * Runs commands of a service on the database that `environment` names, or on the embedded one in `DATA_DIR`, after
 * pending migrations. The first SIGINT or SIGTERM rolls back their current transaction.
 */
export function createRunCommand(service: ServiceDatabase, environment: Environment): RunCommand {
  const open = () => openCommandDatabase(service, findDatabase(service.urlVariable, environment));
  return (options, work) => runWithoutDatabase(options, (signal) => workOnDatabase(open, signal, work));
}

/** Runs a command that needs no database, and prints its answer. The first SIGINT or SIGTERM aborts the signal. */
export async function runWithoutDatabase(
  { json = false, output = process.stdout, interrupted = 'nothing was changed.' }: CommandOptions,
  work: (signal: AbortSignal) => Promise<Answer>,
): Promise<void> {
  const interruption = watchForInterruption(interrupted);
  try {
    const { document, text } = await work(interruption.signal);
    output.write(`${json ? printableJson(JSON.stringify(document, null, 2)) : text}\n`);
  } finally {
    interruption.stopWatching();
  }
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

/** Reports an error that follows from the interruption as the interruption. */
async function untilInterrupted(
  { cutOff }: CommandDatabase,
  signal: AbortSignal,
  work: () => Promise<Answer>,
): Promise<Answer> {
  let cutting = Promise.resolve();
  signal.addEventListener('abort', () => {
    // A server that cannot be reached has rolled back anyway.
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

/** Watches for the first signal, whose message tells the `outcome`; the second exits the process. */
function watchForInterruption(outcome: string): Interruption {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(1);
    controller.abort(new AppError('unavailable', `Interrupted: ${outcome}`));
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return {
    signal: controller.signal,
    stopWatching() {
      for (const signal of SIGNALS) process.off(signal, interrupt);
    },
  };
}

/** Adds `migrate` to a program. */
export function createMigrate(runCommand: RunCommand): (program: Command) => void {
  return (program) => {
    const command = program.command('migrate');
    withOutput(command, `${program.name()} migrate`).action((options: OutputOptions) =>
      runCommand(options, async ({ applied }) => ({
        document: { applied },
        text: applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.',
      })),
    );
  };
}
