import {
  type Answer,
  type EditorOptions,
  type OutputOptions,
  type Session,
  withEditor,
  withOutput,
} from '@guidepost/command-line';
import { AppError } from '@guidepost/service-kit';
import type { Command } from 'commander';
import { findGuideId } from '../content/former-slugs.ts';
import type { Actor } from '../model/permissions.ts';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';
import type { Reference } from '../writing/structure/names-and-slugs.ts';
import { hostCommand } from './arguments.ts';
import { operatorOf, runCommand } from './run-command.ts';

type Database = Session['database'];

/** The options of every command that changes something. */
export type ChangeOptions = OutputOptions & EditorOptions;

export type CommandArgument = readonly [
  name: string,
  description: string,
  /** Checks the word, and may write it in another way. */
  parse?: (word: string) => string,
];

interface DescribedCommand {
  name: string;
  /** Commands that are in no group have theirs in the list of all commands. */
  description?: string;
  /** After the host. */
  arguments?: readonly CommandArgument[];
  examples: readonly string[];
  /** Stands below the examples in the help. */
  note?: string;
  addOptions?(command: Command): Command;
}

/** The text of a command, and why it has failed all the same. */
type CommandAnswer = Answer & { failure?: string | undefined };

interface ReadCommand extends DescribedCommand {
  read(
    tenant: { database: Database; host: string },
    words: string[],
    options: OutputOptions,
  ): Promise<CommandAnswer>;
}

interface ChangeCommand extends DescribedCommand {
  change(
    tenant: { database: Database; actor: Actor; host: string },
    words: string[],
    options: ChangeOptions,
  ): Promise<CommandAnswer>;
}

/** A command whose first argument is the host of a knowledge base. Those that change something also have `--by`. */
export type HostCommand = ReadCommand | ChangeCommand;

export function createGroup(name: string, commands: readonly HostCommand[]): (program: Command) => void {
  return (program) => {
    const group = program.command(name);
    for (const command of commands) createCommand(command)(group);
  };
}

export function createCommand(row: HostCommand): (group: Command) => void {
  const { name, description, examples, note } = row;
  return (group) => {
    const command = hostCommand(group, name, description);
    for (const [word, meaning, parse] of row.arguments ?? []) command.argument(word, meaning, parse);
    row.addOptions?.(command);
    withOutput('change' in row ? withEditor(command) : command, ...examples);
    if (note !== undefined) command.addHelpText('after', note);
    command.action(async (host: string, ...given: unknown[]) => {
      // Commander adds the options and the command.
      const options = given.at(-2) as ChangeOptions;
      const words = given.slice(0, -2).flat() as string[];
      let failure: string | undefined;
      await runCommand(options, async ({ database }) => {
        const answered = await ('change' in row
          ? row.change({ database, actor: operatorOf(options), host }, words, options)
          : row.read({ database, host }, words, options));
        failure = answered.failure;
        return answered;
      });
      // After the answer has been printed.
      if (failure !== undefined) throw new AppError('invalid', failure);
    });
  };
}

/** The ID of the guide that a command names. @throws AppError `not-found` */
export async function guideOf(database: Database, host: string, slug: string): Promise<number> {
  const { id: knowledgeBaseId } = await requireKnowledgeBase(database, host);
  return findGuideId(database, { knowledgeBaseId, slug });
}

export function named(slug: string): Reference {
  return { slug };
}

/** An answer that tells the same to people and to scripts. */
export function answer(document: object, text: string): Answer {
  return { document, text };
}
