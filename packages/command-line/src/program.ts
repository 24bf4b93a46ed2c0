import { Command } from 'commander';

export interface ProgramOptions {
  /** `kb` */
  name: string;
  description: string;
  /** The environment variable with the URL of the database. */
  urlVariable: string;
  /** Functions that add a command each, in the order of `--help`. */
  commands: readonly ((program: Command) => unknown)[];
}

/** A command line with all its commands, for {@link runProgram}. */
export function createProgram({ name, description, urlVariable, commands }: ProgramOptions): Command {
  const program = new Command(name)
    .description(description)
    .helpOption('-h, --help', 'show help for a command')
    .helpCommand('help [command]', 'show help for a command')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();
  for (const add of commands) add(program);
  return program.addHelpText(
    'after',
    `
Database: ${urlVariable}, or if it is not set the embedded PostgreSQL in DATA_DIR (default: .data)
Exit codes: 0 success, 1 failure, 2 invalid usage`,
  );
}
