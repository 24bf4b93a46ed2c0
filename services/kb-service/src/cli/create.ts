import { examples, type OutputOptions, parseLanguage, parseName } from '@guidepost/command-line';
import type { Command } from 'commander';
import { createKnowledgeBase, type Properties } from '../knowledge-bases/administration.ts';
import { ACCESS_NOTE, parseAccess, parseHost } from './arguments.ts';
import { runCommand } from './run-command.ts';

interface CreateOptions extends OutputOptions, Omit<Properties, 'organization_name' | 'accent_color'> {
  organization: string;
}

/** `kb create` */
export function addCreate(program: Command): void {
  program
    .command('create')
    .description('make an empty knowledge base')
    .argument('<host>', 'the host name where people read it', parseHost)
    .requiredOption('--name <name>', 'what it is called', parseName)
    .requiredOption('--organization <name>', 'whose it is', parseName)
    .option('--language <code>', 'the language of its guides, ISO 639-1', parseLanguage, 'en')
    .option('--access <mode>', 'who may read it: public, key or disabled', parseAccess, 'public')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      ACCESS_NOTE +
        examples(
          'kb create help.example.com --name "Example Help" --organization "Example Ltd" --language sv',
        ),
    )
    .action(create);
}

function create(host: string, options: CreateOptions): Promise<void> {
  const { name, organization, language, access } = options;
  return runCommand(options, async ({ database }) => {
    const properties = { name, organization_name: organization, language, access };
    const { id, revision, ...created } = await createKnowledgeBase(database, host, properties);
    return { document: created, text: `Created ${host} (access: ${access}).` };
  });
}
