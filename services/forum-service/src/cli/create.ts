import { editorOf, examples, parseLanguage, parseName, withEditor } from '@guidepost/command-line';
import type { Command } from 'commander';
import { recordChange } from '../audit/record-change.ts';
import { createForum } from '../forums/administration.ts';
import { TOPICS, type Topic } from '../model/topics.ts';
import { parseSlug, parseTopicList } from './arguments.ts';
import type { ChangeOptions } from './moderating.ts';
import { runCommand } from './run-command.ts';

interface CreateOptions extends ChangeOptions {
  account: string;
  name: string;
  formalName?: string;
  language: string;
  topics: Topic[];
}

/** `forum create` */
export function addCreate(program: Command): void {
  const command = program
    .command('create')
    .description('make an empty forum')
    .argument('<slug>', 'what it is called in addresses', parseSlug)
    .requiredOption('--account <name>', 'whose it is', parseName)
    .requiredOption('--name <name>', 'what it is called', parseName)
    .option('--formal-name <name>', 'what the company is called, where that differs', parseName)
    .option('--language <code>', 'the language that people write in, ISO 639-1', parseLanguage, 'en')
    .option('--topics <list>', 'Q, P, S, B as they are offered, the default one first', parseTopicList, [
      ...TOPICS,
    ]);
  withEditor(command)
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      examples(
        'forum create example --account "Example Ltd" --name "Example Forum"',
        'forum create exempel --account "Example Ltd" --name Exempelforum --language sv --topics Q,P',
      ),
    )
    .action(create);
}

function create(slug: string, options: CreateOptions): Promise<void> {
  const { account, name, formalName = name, language, topics } = options;
  return runCommand(options, async ({ database }) => {
    const wanted = { slug, account, name, formal_name: formalName, language, topics };
    const change = { slug, by: editorOf(options), action: 'create' };
    const created = await recordChange(database, change, async (transaction) => ({
      events: [{ details: { account } }],
      result: await createForum(transaction, wanted),
    }));
    const { id, account_id, revision, ...document } = created;
    return { document: { ...document, account }, text: `Created ${slug}.` };
  });
}
