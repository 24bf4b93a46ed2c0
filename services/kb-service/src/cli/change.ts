import {
  type Answer,
  type EditorOptions,
  type OutputOptions,
  type Session,
  withEditor,
  withOutput,
} from '@guidepost/command-line';
import type { Command } from 'commander';
import { findGuideId } from '../content/former-slugs.ts';
import type { Actor } from '../model/actor.ts';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';
import type { Reference } from '../writing/named-thing.ts';
import { operatorOf } from './actor.ts';
import { hostCommand } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** Options of every command that changes something. */
export type ChangeOptions = OutputOptions & EditorOptions;

/** A command that changes something of a knowledge base. */
export interface ChangeCommand<Options> {
  name: string;
  description: string;
  /** After the host: name and description of each. */
  arguments: readonly (readonly [name: string, description: string])[];
  /** After the host. */
  example: string;
  /** Adds options. */
  prepare?: (command: Command) => Command;
  change: (
    door: { database: Session['database']; actor: Actor; host: string },
    words: readonly string[],
    options: Options,
  ) => Promise<Answer>;
}

/** Adds a command with `--by` and `--json`. */
export function addChange<Options extends ChangeOptions = ChangeOptions>(
  group: Command,
  { name, description, arguments: words, example, prepare = (same) => same, change }: ChangeCommand<Options>,
): void {
  const command = hostCommand(group, name, description);
  for (const [word, meaning] of words) command.argument(word, meaning);
  withOutput(withEditor(prepare(command)), `kb ${group.name()} ${name} help.example.com ${example}`);
  command.action((host: string, ...given: unknown[]) => {
    // Commander adds the options and the command.
    const options = given.at(-2) as Options;
    const typed = given.slice(0, -2).flat() as string[];
    return runCommand(options, ({ database }) =>
      change({ database, actor: operatorOf(options), host }, typed, options),
    );
  });
}

/** The ID of the guide that a command names. @throws AppError `not-found` */
export async function guideOf(database: Session['database'], host: string, slug: string): Promise<number> {
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
