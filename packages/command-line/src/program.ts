import { Command } from 'commander';

export interface ProgramOptions {
  /** What is typed: `kb`. */
  name: string;
  description: string;
  /** The environment variable that names the database. */
  urlVariable: string;
  /** Each adds a command, in the order in which `--help` lists them. */
  commands: readonly ((program: Command) => unknown)[];
}

/** A command line with all its commands, for {@link runProgram}. */
export function createProgram({ name, description, urlVariable, commands }: ProgramOptions): Command {
  const program = new Command(name)
    .description(description)
    .helpCommand('help [command]', 'explain a command')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();
  for (const add of commands) add(program);
  return program.addHelpText(
    'after',
    `
The database is the one that ${urlVariable} names, else the embedded one in DATA_DIR (.data).
Exit codes: 0 done, 1 failed, 2 bad usage.`,
  );
}

/** The end of a command's help. */
export function examples(...lines: string[]): string {
  return ['', 'Examples:', ...lines.map((line) => `  $ ${line}`)].join('\n');
}
