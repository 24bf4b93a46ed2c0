import {
  type Answer,
  type EditorOptions,
  type ListOptions,
  type ListView,
  listAnswer,
  type OutputOptions,
  type Session,
  withEditor,
  withListOptions,
  withOutput,
} from '@guidepost/command-line';
import { type Command, Option } from 'commander';
import type { Actor } from '../model/actor.ts';
import { actionNamed } from '../model/permissions.ts';
import type { Moderation, Outcome } from '../tenants/moderate.ts';
import { collectIds, forumCommand, parseEmail, parseLate, parseNetwork } from './arguments.ts';
import { operatorOf, runCommand } from './run-command.ts';

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
  /** The properties of the command that options change. */
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

/** A command that gives several dialogs the same value, which comes last. */
interface IdsAndValueCommand<Value> {
  name: string;
  description: string;
  value: { name: string; hint: string; parse: (typed: string) => Value };
  /** The words after the slug. */
  examples: string[];
  change: (
    database: Session['database'],
    moderation: Moderation,
    wanted: { ids: number[]; value: Value },
  ) => Promise<Answer & { document: object }>;
}

/** Commander cannot declare an argument after a variadic one. */
export function addIdsAndValueCommand<Value>(
  group: Command,
  { name, description, value, examples, change }: IdsAndValueCommand<Value>,
): void {
  const action = actionNamed(`${group.name()} ${name}`);
  const command = forumCommand(group, name, description)
    .usage(`[options] <slug> <id...> <${value.name}>`)
    .argument(`<ids-and-${value.name}...>`, `the IDs of the dialogs, then ${value.hint}`);
  withChangeOptions(command, ...examples.map((words) => `forum ${action} example ${words}`));
  command.action((slug: string, words: string[], options: ChangeOptions) => {
    const wanted = readWords(command, words, value);
    return runChange(options, { slug, action }, async (database, moderation) => {
      const { document, text } = await change(database, moderation, wanted);
      return { document: { slug, ...document }, text };
    });
  });
}

function readWords<Value>(
  command: Command,
  words: string[],
  { name, parse }: IdsAndValueCommand<Value>['value'],
): { ids: number[]; value: Value } {
  const last = words.at(-1);
  const typed = words.slice(0, -1);
  if (last === undefined || typed.length === 0) return command.error(`error: missing argument '${name}'`);
  return parseLate(command, `'${words.join(' ')}' must be dialog IDs and a ${name}`, () => ({
    ids: typed.reduce<number[]>((all, id) => collectIds(id, all), []),
    value: parse(last),
  }));
}

/** Options of {@link withPostListOptions}. */
export interface PostListOptions extends ListOptions {
  email?: string;
  address?: string;
}

/** A command that lists records of a forum. */
interface ListCommand<Row, Options> extends ListView<Row> {
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
