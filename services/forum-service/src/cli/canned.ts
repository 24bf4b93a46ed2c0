import type { Session } from '@guidepost/command-line';
import { AppError } from '@guidepost/service-kit';
import { type Command, InvalidArgumentError } from 'commander';
import {
  addCannedAnswer,
  type CannedAnswer,
  changeCannedAnswer,
  LONGEST_CANNED_NAME,
  listCannedAnswers,
  removeCannedAnswer,
} from '../moderation/canned-answers.ts';
import { readValue } from '../moderation/typed-values.ts';
import { requireForum } from '../tenants/find-forum.ts';
import { forumCommand, parseText } from './arguments.ts';
import { addListCommand, type ChangeOptions, runChange, withChangeOptions } from './record-commands.ts';

interface ChangeCannedOptions extends ChangeOptions {
  name?: string;
  text?: string;
}

const PLACEHOLDERS = '{name} is the first name of the author of the dialog, {title} its title';

/** `forum canned` */
export function addCanned(program: Command): void {
  const group = program.command('canned');
  addListCommand<CannedAnswer, object>(group, {
    description: 'list the canned answers of a forum',
    examples: ['forum canned list example', 'forum canned list example --json'],
    read: listAnswers,
    columns: { NAME: ({ name }) => name, TEXT: ({ text }) => text },
    none: 'The forum has no canned answers.',
  });
  addAdd(group);
  addChange(group);
  addRemove(group);
}

async function listAnswers(database: Session['database'], slug: string): Promise<CannedAnswer[]> {
  return listCannedAnswers(database, await requireForum(database, slug));
}

function addAdd(group: Command): void {
  const command = forumCommand(group, 'add', 'add a canned answer')
    .argument('<name>', 'a name that no other one has', parseCannedName)
    .requiredOption('--text <text>', `the text; ${PLACEHOLDERS}`, parseText);
  withChangeOptions(command, 'forum canned add example thanks --text "Thank you, {name}!"');
  command.action((slug: string, name: string, { text, ...options }: ChangeOptions & { text: string }) =>
    runChange(options, { slug, action: 'canned add' }, async (database, moderation) => {
      const id = await addCannedAnswer(database, moderation, { name, text });
      return { document: { slug, id, name, text }, text: `Added the canned answer ${name}.` };
    }),
  );
}

function addChange(group: Command): void {
  const command = forumCommand(group, 'change', 'change the name or text of a canned answer')
    .argument('<name>', 'its name', parseCannedName)
    .option('--name <name>', 'the new name', parseCannedName)
    .option('--text <text>', `the new text; ${PLACEHOLDERS}`, parseText);
  withChangeOptions(command, 'forum canned change example thanks --text "Many thanks, {name}!"');
  command.action((slug: string, known: string, { name, text, ...options }: ChangeCannedOptions) => {
    if (name === undefined && text === undefined) return command.error('error: --name or --text is required');
    return runChange(options, { slug, action: 'canned change' }, async (database, moderation) => {
      const id = await idOf(database, slug, known);
      await changeCannedAnswer(database, moderation, { id, name, text });
      return { document: { slug, id, name: name ?? known }, text: `Changed the canned answer ${known}.` };
    });
  });
}

function addRemove(group: Command): void {
  const command = forumCommand(group, 'remove', 'remove a canned answer').argument(
    '<name>',
    'its name',
    parseCannedName,
  );
  withChangeOptions(command, 'forum canned remove example thanks');
  command.action((slug: string, name: string, options: ChangeOptions) =>
    runChange(options, { slug, action: 'canned remove' }, async (database, moderation) => {
      await removeCannedAnswer(database, moderation, await idOf(database, slug, name));
      return { document: { slug, name, removed: true }, text: `Removed the canned answer ${name}.` };
    }),
  );
}

async function idOf(database: Session['database'], slug: string, name: string): Promise<number> {
  const found = (await listAnswers(database, slug)).find((answer) => answer.name === name);
  if (!found) throw new AppError('not-found', `${slug} has no canned answer ${name}.`);
  return found.id;
}

function parseCannedName(value: string): string {
  const name = readValue(value, { maximum: LONGEST_CANNED_NAME });
  if (name !== undefined) return name;
  throw new InvalidArgumentError(`It must have 1 to ${LONGEST_CANNED_NAME} characters on one line.`);
}
