export interface CommandTree {
  name(): string;
  readonly commands: readonly CommandTree[];
}

/** A program's leaf commands as they are typed: `key create`. */
export function listCommands(program: CommandTree): string[] {
  return program.commands.flatMap((command) =>
    command.commands.length === 0
      ? [command.name()]
      : listCommands(command).map((inner) => `${command.name()} ${inner}`),
  );
}

/** The code spans in the first column of the table below a Markdown heading, sorted. */
export function firstColumn(markdown: string, heading: string): string[] {
  const [, section = ''] = markdown.split(`\n## ${heading}\n`);
  const [table = ''] = /(^\|.*\n)+/m.exec(section) ?? [];
  const cells = table.split('\n').map((row) => row.split(' | ')[0] ?? '');
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)).toSorted();
}
