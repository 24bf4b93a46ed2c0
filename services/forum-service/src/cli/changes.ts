import {
  type Answer,
  type EditorOptions,
  type OutputOptions,
  type Session,
  withEditor,
  withOutput,
} from '@guidepost/command-line';
import { type Command, Option } from 'commander';
import type { Actor } from '../model/actor.ts';
import { actionNamed } from '../model/permissions.ts';
import type { Moderation, Outcome } from '../tenants/moderate.ts';
import { operatorOf } from './actor.ts';
import { collectIds, forumCommand } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** Options of every command that changes something. */
export interface ChangeOptions extends OutputOptions, EditorOptions {}

/** A command that makes the same change to several records of a forum. */
export interface RecordsCommand<Options> {
  name: string;
  description: string;
  /** `Archived` */
  done: string;
  /** `archived`; not needed where a change leaves nothing unchanged. */
  already?: string;
  /** Asks for `--yes`. */
  permanent?: boolean;
  /** Adds options. */
  prepare?: (command: Command) => Command;
  /** What options change in the command. */
  variant?: (options: Options) => Partial<RecordsCommand<Options>>;
  change: (database: Session['database'], moderation: Moderation, ids: number[]) => Promise<Outcome>;
}

/** Adds `--by` and `--json`, and examples at the end of the help. */
export function withChangeOptions(command: Command, ...examples: string[]): Command {
  return withOutput(withEditor(command), ...examples);
}

/** Adds a mandatory `--yes`. */
export function withConfirmation(command: Command): Command {
  return command.requiredOption('--yes', 'confirm; this cannot be undone');
}

/** Accepts the `--yes` that a command needed in earlier versions, for scripts. */
export function acceptYes(command: Command): Command {
  return command.addOption(new Option('--yes').hideHelp());
}

/** Runs a change in the name of the editor of the options. */
export function runChange<const Target>(
  options: ChangeOptions,
  target: Target,
  change: (database: Session['database'], attributed: Target & { actor: Actor }) => Promise<Answer>,
): Promise<void> {
  return runCommand(options, ({ database }) => change(database, { ...target, actor: operatorOf(options) }));
}

/** @param noun what a record is called, in the singular */
export function addRecordsCommand<Options extends ChangeOptions = ChangeOptions>(
  group: Command,
  noun: string,
  { name, description, permanent, prepare = (command) => command, ...rest }: RecordsCommand<Options>,
): void {
  const action = actionNamed(`${group.name()} ${name}`);
  const command = forumCommand(group, name, description).argument(
    '<id...>',
    `the IDs of the ${noun}s; if one does not exist, nothing changes`,
    collectIds,
  );
  const examples = ['12', '12 13 14'].map(
    (ids) => `forum ${action} example ${ids}${permanent ? ' --yes' : ''}`,
  );
  withChangeOptions(prepare(permanent ? withConfirmation(command) : command), ...examples);
  command.action((slug: string, ids: number[], options: Options) =>
    runChange(options, { slug, action }, async (database, moderation) => {
      const { change, ...words } = { ...rest, ...rest.variant?.(options) };
      const { changed, unchanged } = await change(database, moderation, ids);
      const outcome = { changed, unchanged };
      return { document: { slug, ...outcome }, text: describeOutcome(noun, outcome, words) };
    }),
  );
}

export function describeOutcome(
  noun: string,
  { changed, unchanged }: Outcome,
  { done, already }: Pick<RecordsCommand<never>, 'done' | 'already'>,
): string {
  const named = (ids: readonly number[]) => `${noun}${ids.length === 1 ? '' : 's'} ${ids.join(', ')}`;
  return [
    ...(changed.length > 0 ? [`${done} ${named(changed)}.`] : []),
    ...(unchanged.length > 0 ? [`Already ${already}: ${named(unchanged)}.`] : []),
  ].join('\n');
}
