import { fromDatabaseError } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { type Command, CommanderError } from 'commander';

const DONE = 0;
const FAILED = 1;
const BAD_USAGE = 2;

/** SQLSTATE classes in which the server says what is wrong with who connects or with their rights. */
const REFUSED = /^(?:28|42501)/;

/** Runs what was typed as this process, whose exit code tells how it went; see {@link runProgram}. */
export async function runMain(program: Command): Promise<void> {
  // A reader that has seen enough (`| head`) is no reason to complain.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  process.exitCode = await runProgram(program, process.argv.slice(2));
}

/**
 * Runs one command; what went wrong is said on standard error.
 *
 * @param words what was typed after the program's name
 * @returns the exit code: 0 done, 1 failed, 2 bad usage
 */
export async function runProgram(program: Command, words: string[]): Promise<number> {
  try {
    await program.parseAsync(words, { from: 'user' });
    return DONE;
  } catch (error) {
    // commander has said it already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : BAD_USAGE;
    process.stderr.write(`${describeError(error)}\n`);
    return FAILED;
  }
}

/** Our own errors are written for the person at the terminal; anything else is a defect and shows its stack. */
function describeError(thrown: unknown): string {
  const error = fromDatabaseError(thrown);
  if (error instanceof AppError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (REFUSED.test(code)) return `The database refuses: ${error.message}`;
  return error.stack ?? error.message;
}
