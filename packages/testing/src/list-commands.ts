/** As much of commander's commands as is needed. */
export interface CommandTree {
  name(): string;
  readonly commands: readonly CommandTree[];
}

/** The commands of a program that do something, as they are typed: `key create`. */
export function listCommands(program: CommandTree): string[] {
  return program.commands.flatMap((command) =>
    command.commands.length === 0
      ? [command.name()]
      : listCommands(command).map((inner) => `${command.name()} ${inner}`),
  );
}
