import type { OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { parseEmail, parseLimit, parseNetwork, parseSince } from './post-arguments.ts';

/** Of every list of what happened in a forum. */
export interface ListOptions extends OutputOptions {
  since?: Date;
  limit: number;
}

/** Of lists of posts. */
export interface PostListOptions extends ListOptions {
  email?: string;
  address?: string;
}

const USUAL_LIMIT = 50;

/** Has a list be cut off at its end. */
export function withListOptions(command: Command): Command {
  return command
    .option(
      '--since <date>',
      'only what came since: 24h, 7d, 2026-11-21 or 2026-11-21T08:00Z (UTC)',
      parseSince,
    )
    .option('--limit <number>', 'the newest so many', parseLimit, USUAL_LIMIT)
    .option('--json', 'print one JSON document');
}

/** Has a list of posts be narrowed to those of somebody, too. */
export function withPostListOptions(command: Command): Command {
  return withListOptions(
    command
      .option('--email <address>', 'only what was posted with this e-mail address', parseEmail)
      .option('--address <address>', 'only what came from this IP address or network', parseNetwork),
  );
}

/** A table with a line below it when there may be more than it shows. */
export function withMore(table: string, count: number, limit: number): string {
  return count < limit
    ? table
    : `${table}\n\nThese are the newest ${limit}. There may be more: --limit ${limit * 2}.`;
}

/** A moment as tables show it, in UTC. */
export function minuteOf(date: Date): string {
  return date.toISOString().slice(0, 16).replace('T', ' ');
}
