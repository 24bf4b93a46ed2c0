import {
  type ListView,
  listAnswer,
  type OutputOptions,
  type Session,
  withOutput,
} from '@guidepost/command-line';
import type { Command } from 'commander';
import { forumCommand, parseEmail, parseLimit, parseNetwork, parseSince } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** Options of {@link withListOptions}. */
export interface ListOptions {
  since?: Date;
  limit: number;
}

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

const DEFAULT_LIMIT = 50;

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

/** Adds `--since` and `--limit`. */
export function withListOptions(command: Command): Command {
  return command
    .option(
      '--since <date>',
      'only newer than a duration or date: 24h, 7d, 2026-11-21 or 2026-11-21T08:00Z (UTC)',
      parseSince,
    )
    .option('--limit <number>', 'the maximum number to list', parseLimit, DEFAULT_LIMIT);
}

/** Adds `--email`, `--address`, `--since` and `--limit`. */
export function withPostListOptions(command: Command): Command {
  return withListOptions(
    command
      .option('--email <address>', 'only posts with this e-mail address', parseEmail)
      .option('--address <address>', 'only posts from this IP address or network', parseNetwork),
  );
}

/** A time in tables, in UTC. */
export function minuteOf(date: Date): string {
  return date.toISOString().slice(0, 16).replace('T', ' ');
}

export function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no';
}
