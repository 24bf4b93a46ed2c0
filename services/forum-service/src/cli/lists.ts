import {
  type ListOptions,
  type ListView,
  listAnswer,
  type OutputOptions,
  type Session,
  withListOptions,
  withOutput,
} from '@guidepost/command-line';
import type { Command } from 'commander';
import { forumCommand, parseEmail, parseNetwork } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** Options of {@link withPostListOptions}. */
export interface PostListOptions extends ListOptions {
  email?: string;
  address?: string;
}

/** A command that lists records of a forum. */
export interface ListCommand<Row, Options> extends ListView<Row> {
  description: string;
  examples: string[];
  /** Adds options. */
  prepare?: (command: Command) => Command;
  read: (database: Session['database'], slug: string, options: Options) => Promise<readonly Row[]>;
}

export function addListCommand<Row, Options extends Partial<ListOptions>>(
  group: Command,
  { description, examples, prepare = (command) => command, read, ...view }: ListCommand<Row, Options>,
): void {
  const command = prepare(forumCommand(group, 'list', description));
  withOutput(command, ...examples).action((slug: string, options: Options & OutputOptions) =>
    runCommand(options, async ({ database }) =>
      listAnswer(await read(database, slug, options), view, options.limit),
    ),
  );
}

/** Adds `--email`, `--address`, `--since` and `--limit`. */
export function withPostListOptions(command: Command): Command {
  return withListOptions(
    command
      .option('--email <address>', 'only posts with this e-mail address', parseEmail)
      .option('--address <address>', 'only posts from this IP address or network', parseNetwork),
  );
}

export function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no';
}
