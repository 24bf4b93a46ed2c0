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

/** What the first column of the table below a heading of a Markdown text has in backticks, sorted. */
export function firstColumn(markdown: string, heading: string): string[] {
  const [, section = ''] = markdown.split(`\n## ${heading}\n`);
  const [table = ''] = /(^\|.*\n)+/m.exec(section) ?? [];
  const cells = table.split('\n').map((row) => row.split(' | ')[0] ?? '');
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)).toSorted();
}
