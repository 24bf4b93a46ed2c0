import {
  type EditorOptions,
  editorOf,
  examples,
  type OutputOptions,
  type Session,
  withEditor,
} from '@guidepost/command-line';
import type { Command } from 'commander';
import type { Moderation, Outcome } from '../audit/moderate.ts';
import { parseSlug } from './arguments.ts';
import { collectIds } from './post-arguments.ts';
import { runCommand } from './run-command.ts';

/** Of every command that changes something in a forum. */
export interface ChangeOptions extends OutputOptions, EditorOptions {}

/** A command that does the same to some records of a forum. */
export interface ChangeCommand<Options extends ChangeOptions = ChangeOptions> {
  /** Its group, and its name in it. */
  path: [group: string, name: string];
  description: string;
  /** What it is done to. */
  noun: string;
  /** "Archived", for what it was done to. */
  done: string;
  /** "archived", for what was like that already. */
  already: string;
  /** Other words for both where options ask for something else. */
  wordsFor?: (options: Options) => Partial<Pick<ChangeCommand, 'done' | 'already'>>;
  examples: string[];
  /** Its own options. */
  prepare?: (command: Command) => Command;
  change: (
    database: Session['database'],
    moderation: Moderation,
    request: { ids: number[]; options: Options },
  ) => Promise<Outcome>;
}

/** Makes such a command. */
export function addChange<Options extends ChangeOptions>(
  group: Command,
  { path, description, prepare = (command) => command, wordsFor, ...rest }: ChangeCommand<Options>,
): void {
  const { noun, change } = rest;
  const command = group
    .command(path[1])
    .description(description)
    .argument('<slug>', 'what the forum is called in addresses', parseSlug)
    .argument('<id...>', `the ${noun}s, as lists show them; all of them or none`, collectIds);
  withEditor(prepare(command))
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples(...rest.examples))
    .action((slug: string, ids: number[], options: Options) =>
      runCommand(options, async ({ database }) => {
        const moderation = { slug, by: editorOf(options), action: path.join(' ') };
        const outcome = await change(database, moderation, { ids, options });
        return {
          document: { slug, ...outcome },
          text: describeOutcome(outcome, { ...rest, ...wordsFor?.(options) }),
        };
      }),
    );
}

/** In a sentence each, what was done and what did not have to be. */
export function describeOutcome(
  { changed, unchanged }: Outcome,
  { noun, done, already }: Pick<ChangeCommand, 'noun' | 'done' | 'already'>,
): string {
  const named = (ids: readonly number[]) => `${noun}${ids.length === 1 ? '' : 's'} ${ids.join(', ')}`;
  const was = unchanged.length === 1 ? 'was' : 'were';
  return [
    ...(changed.length > 0 ? [`${done} ${named(changed)}.`] : []),
    ...(unchanged.length > 0
      ? [`Nothing to do for ${named(unchanged)}, which ${was} ${already} already.`]
      : []),
  ].join('\n');
}
