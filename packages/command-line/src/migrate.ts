import type { Command } from 'commander';
import { examples } from './program.ts';
import type { OutputOptions, RunCommand } from './run-command.ts';

/** Adds `migrate` to a program. */
export function createMigrate(runCommand: RunCommand): (program: Command) => void {
  return (program) => {
    program
      .command('migrate')
      .description('bring the schema of the database up to date, as every command and the service do')
      .option('--json', 'print one JSON document')
      .addHelpText('after', examples(`${program.name()} migrate`))
      .action((options: OutputOptions) =>
        runCommand(options, async ({ applied }) => ({
          document: { applied },
          text: applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.',
        })),
      );
  };
}
