import type { Command } from 'commander';
import { type OutputOptions, withOutput } from './options.ts';
import type { RunCommand } from './run-command.ts';

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
