import { readFile } from 'node:fs/promises';
import type { Database, Executor } from '@guidepost/postgres';
import {
  addSynonyms,
  listSynonyms,
  parseSynonymFile,
  parseSynonyms,
  removeSynonyms,
  type SearchTenant,
  useEverydaySynonyms,
} from '@guidepost/search';
import { AppError } from '@guidepost/service-kit';
import { type Command, Option } from 'commander';
import { listAnswer } from '../lists.ts';
import { type EditorOptions, editorOf, type OutputOptions, withEditor, withOutput } from '../options.ts';
import type { Answer, RunCommand } from '../run-command.ts';

export interface SynonymCommandOptions {
  tenant: { name: string; description: string; parse: (value: string) => string };
  /** A tenant, for the help. */
  example: string;
  runCommand: RunCommand;
  /** @throws AppError `not-found` */
  find: (database: Database, name: string) => Promise<SearchTenant>;
  /** Runs changes in a transaction that records them; adds `--by`. */
  audit?: AuditSynonyms;
}

export interface SynonymChange {
  /** The name of the tenant. */
  tenant: string;
  by: string;
  /** The words as they were typed. */
  words: string;
}

type AuditSynonyms = (
  database: Database,
  change: SynonymChange,
  work: (executor: Executor, tenant: SearchTenant) => Promise<Answer>,
) => Promise<Answer>;

interface Subcommand {
  name: string;
  description: string;
  argument?: { name: string; description: string } | undefined;
  examples: readonly string[];
  changes?: boolean;
  run: (database: Executor, tenant: SearchTenant, argument: string) => Promise<Answer>;
}

type EverydayOptions = OutputOptions & EditorOptions & { use: 'on' | 'off' };

const GROUP = { name: 'words', description: 'words and phrases of one meaning, separated by commas' };

const SUBCOMMANDS: readonly Subcommand[] = [
  {
    name: 'list',
    description: 'list the synonyms',
    examples: [''],
    run: async (database, { id }) =>
      listAnswer(await listSynonyms(database, id), {
        columns: { SYNONYMS: (words) => words.join(', ') },
        none: 'There are no synonyms of its own.',
        full: true,
      }),
  },
  {
    name: 'add',
    description: 'add words that mean the same',
    argument: GROUP,
    examples: ['"sign in, log in, login"'],
    changes: true,
    async run(database, tenant, words) {
      const added = await addSynonyms(database, tenant, [parseSynonyms(words)]);
      return { document: { added }, text: added === 1 ? 'Added the synonyms.' : 'They were there already.' };
    },
  },
  {
    name: 'remove',
    description: 'remove words that were added together',
    argument: GROUP,
    examples: ['"sign in, log in, login"'],
    changes: true,
    async run(database, tenant, words) {
      await removeSynonyms(database, tenant, parseSynonyms(words));
      return { document: { removed: 1 }, text: 'Removed the synonyms.' };
    },
  },
  {
    name: 'import',
    description: 'add the synonyms of a file, a group on each line',
    argument: { name: 'file', description: 'a text file in UTF-8; lines that begin with # are comments' },
    examples: ['synonyms.txt'],
    changes: true,
    async run(database, tenant, file) {
      const groups = parseSynonymFile(await readTextFile(file));
      const added = await addSynonyms(database, tenant, groups);
      const known = groups.length - added;
      return { document: { added, known }, text: `Added ${added} groups; ${known} were there already.` };
    },
  },
  {
    name: 'export',
    description: 'print the synonyms as a file for import',
    examples: ['> synonyms.txt'],
    async run(database, { id }) {
      const groups = await listSynonyms(database, id);
      return { document: groups, text: groups.map((words) => words.join(', ')).join('\n') };
    },
  },
];

/** Adds `synonyms list|add|remove|import|export|everyday` to a program. */
export function createSynonyms(options: SynonymCommandOptions): (program: Command) => void {
  const { tenant, example, runCommand, find, audit } = options;
  return (program) => {
    const group = program.command('synonyms');
    for (const { name, description, argument, examples, changes = false, run } of SUBCOMMANDS) {
      const command = group
        .command(name)
        .description(description)
        .argument(`<${tenant.name}>`, tenant.description, tenant.parse);
      if (argument) command.argument(`<${argument.name}>`, argument.description);
      if (audit && changes) withEditor(command);
      const call = `${program.name()} synonyms ${name} ${example}`;
      withOutput(command, ...examples.map((words) => `${call} ${words}`.trimEnd()));
      command.action((...values: unknown[]) => {
        const [owner, given] = values as [string, string];
        const output = values[argument ? 2 : 1] as OutputOptions & EditorOptions;
        return runCommand(output, async ({ database }) => {
          if (!audit || !changes) return run(database, await find(database, owner), given);
          const change = { tenant: owner, by: editorOf(output), words: given };
          return audit(database, change, (executor, found) => run(executor, found, given));
        });
      });
    }
    addEveryday(group, program.name(), options);
  };
}

function addEveryday(
  group: Command,
  program: string,
  { tenant, example, runCommand, find, audit }: SynonymCommandOptions,
): void {
  const command = group
    .command('everyday')
    .description('turn the synonyms that ship with Guidepost on or off (en, sv, de)')
    .argument(`<${tenant.name}>`, tenant.description, tenant.parse)
    .addOption(
      new Option('--use <choice>', 'whether search uses them').choices(['on', 'off']).makeOptionMandatory(),
    );
  withOutput(audit ? withEditor(command) : command, `${program} synonyms everyday ${example} --use off`);
  command.action((owner: string, { use, ...output }: EverydayOptions) =>
    runCommand(output, async ({ database }) => {
      const run = async (executor: Executor, { id }: SearchTenant) => {
        await useEverydaySynonyms(executor, id, use === 'on');
        return { document: { everyday: use }, text: `Everyday synonyms are ${use}.` };
      };
      const change = { tenant: owner, by: editorOf(output), words: `everyday ${use}` };
      return audit ? audit(database, change, run) : run(database, await find(database, owner));
    }),
  );
}

async function readTextFile(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    const reason = error instanceof TypeError ? 'it is not a text in UTF-8' : 'it cannot be read';
    throw new AppError('invalid', `${file}: ${reason}. Nothing was changed.`, { cause: error });
  }
}
