import type { Answer, Session } from '@guidepost/command-line';
import type { Command } from 'commander';
import { actionNamed } from '../model/permissions.ts';
import type { Moderation } from '../tenants/moderate.ts';
import { collectIds, forumCommand, parseLate } from './arguments.ts';
import { type ChangeOptions, runChange, withChangeOptions } from './changes.ts';

/** A command that gives several dialogs the same value, which comes last. */
export interface IdsAndValueCommand<Value> {
  name: string;
  description: string;
  value: { name: string; hint: string; parse: (typed: string) => Value };
  /** What follows the slug. */
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
