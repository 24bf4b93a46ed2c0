import { Command, CommanderError } from 'commander';

/**
 * The name of a command, perhaps with an alias (`file|files`), its description, and how to load the function that adds
 * it to a program.
 */
export type CommandEntry = readonly [
  name: string,
  description: string,
  load: () => Promise<(program: Command) => unknown>,
];

export interface ProgramOptions {
  /** `kb` */
  name: string;
  description: string;
  /** The environment variable with the URL of the database. */
  urlVariable: string;
  /** In the order of `--help`. */
  commands: readonly CommandEntry[];
}

/** A command line, for {@link runProgram}. */
export interface Program {
  /**
   * With the command that the words name; of the others only names and descriptions, since loading all takes a second.
   */
  load(words: readonly string[]): Promise<Command>;
  /** With all commands. */
  loadAll(): Promise<Command>;
}

export function createProgram({ commands, ...options }: ProgramOptions): Program {
  const load = async (isWanted: (names: readonly string[]) => boolean) => {
    const program = createRoot(options);
    for (const entry of commands) await addCommand(program, entry, isWanted);
    return program;
  };
  return {
    load(words) {
      const named = words.find((word) => word !== 'help' && !word.startsWith('-')) ?? '';
      return load((names) => names.includes(named));
    },
    loadAll: () => load(() => true),
  };
}

async function addCommand(
  program: Command,
  [name, description, load]: CommandEntry,
  isWanted: (names: readonly string[]) => boolean,
): Promise<void> {
  const [first = '', ...aliases] = name.split('|');
  if (isWanted([first, ...aliases])) (await load())(program);
  else program.command(first);
  program.commands.at(-1)?.description(description).aliases(aliases);
}

function createRoot({ name, description, urlVariable }: Omit<ProgramOptions, 'commands'>): Command {
  return new Command(name)
    .description(description)
    .helpOption('-h, --help', 'show help for a command')
    .helpCommand('help [command]', 'show help for a command')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .addHelpText(
      'after',
      `
Database: ${urlVariable}, or if it is not set the embedded PostgreSQL in DATA_DIR (default: .data)
Exit codes: 0 success, 1 failure, 2 invalid usage`,
    );
}

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
