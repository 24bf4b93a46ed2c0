import { CommanderError } from 'commander';
import type { Program } from './program.ts';

const SUCCESS = 0;
const FAILURE = 1;
const INVALID_USAGE = 2;

/** SQLSTATE codes of failed authentication and missing privileges. */
const ACCESS_DENIED = /^(?:28|42501)/;

/** Runs the command line of this process and sets its exit code; see {@link runProgram}. */
export async function runMain(program: Program): Promise<void> {
  // `| head` closes the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  process.exitCode = await runProgram(program, process.argv.slice(2));
}

/** Runs one command, prints its error, if any, on standard error, and returns the exit code. */
export async function runProgram(program: Program, words: string[]): Promise<number> {
  try {
    const command = await program.load(words);
    await command.parseAsync(words, { from: 'user' });
    return SUCCESS;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? SUCCESS : INVALID_USAGE;
    process.stderr.write(`${await describeError(error)}\n`);
    return FAILURE;
  }
}

/** Expected errors show their message; anything else is a defect and shows its stack. */
async function describeError(thrown: unknown): Promise<string> {
  // Loaded late, since `--help` needs neither.
  const { fromDatabaseError } = await import('@guidepost/postgres');
  const { AppError } = await import('@guidepost/service-kit');
  const error = fromDatabaseError(thrown);
  if (error instanceof AppError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (ACCESS_DENIED.test(code)) return `Database access denied: ${error.message}`;
  return error.stack ?? error.message;
}
