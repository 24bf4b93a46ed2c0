import type { Command } from 'commander';

/** The commands that do something, as they are typed: `key create`. */
export function listCommands(program: Command): string[] {
  return program.commands.flatMap((command) =>
    command.commands.length === 0
      ? [command.name()]
      : listCommands(command).map((inner) => `${command.name()} ${inner}`),
  );
}
