import { examples, formatTable, type OutputOptions, parseLanguage, parseName } from '@guidepost/command-line';
import type { Command } from 'commander';
import {
  createKnowledgeBase,
  deleteKnowledgeBase,
  type KnowledgeBaseOverview,
  listKnowledgeBases,
  type Properties,
  showKnowledgeBase,
} from '../knowledge-bases/administration.ts';
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

const LIST_HEADING = ['HOST', 'NAME', 'ACCESS', 'LANGUAGE', 'GUIDES'];

/** `kb list` */
export function addList(program: Command): void {
  program
    .command('list')
    .description('list the knowledge bases, with published and all guides')
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('kb list', "kb list --json | jq -r '.[].host'"))
    .action(list);
}

function list(options: OutputOptions): Promise<void> {
  return runCommand(options, async ({ database }) => {
    const knowledgeBases = await listKnowledgeBases(database);
    return { document: knowledgeBases, text: describeAll(knowledgeBases) };
  });
}

function describeAll(knowledgeBases: KnowledgeBaseOverview[]): string {
  if (knowledgeBases.length === 0) return 'There are no knowledge bases yet; kb create makes one.';
  const rows = knowledgeBases.map((knowledgeBase) => {
    const { host, name, access, language, guides, published_guides } = knowledgeBase;
    return [host, name, access, language, `${published_guides}/${guides}`];
  });
  return formatTable([LIST_HEADING, ...rows]);
}

/** `kb show` */
export function addShow(program: Command): void {
  program
    .command('show')
    .description('show a knowledge base and the size of what it holds')
    .argument('<host>', 'its host name', parseHost)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('kb show help.example.com'))
    .action(show);
}

function show(host: string, options: OutputOptions): Promise<void> {
  return runCommand(options, async ({ database }) => {
    const knowledgeBase = await showKnowledgeBase(database, host);
    return { document: knowledgeBase, text: describe(knowledgeBase) };
  });
}

function describe(knowledgeBase: KnowledgeBaseOverview): string {
  const { guides, published_guides, categories, tags, logo } = knowledgeBase;
  return formatTable([
    ['Host', knowledgeBase.host],
    ['Name', knowledgeBase.name],
    ['Organization', knowledgeBase.organization_name],
    ['Language', knowledgeBase.language],
    ['Access', knowledgeBase.access],
    ['Accent color', knowledgeBase.accent_color],
    ['Logo', logo ? `${logo.address}, ${logo.width} × ${logo.height} pixels` : 'none'],
    ['Created', knowledgeBase.created_at.toISOString()],
    ['Guides', `${guides}, ${published_guides} of them published`],
    ['Categories', String(categories)],
    ['Tags', String(tags)],
  ]);
}

/** `kb delete` */
export function addDelete(program: Command): void {
  program
    .command('delete')
    .description('delete a knowledge base and everything in it')
    .argument('<host>', 'its host name', parseHost)
    .requiredOption('--yes', 'say that you mean it: nothing brings it back')
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('kb delete old.example.com --yes'))
    .action((host: string, options: OutputOptions) =>
      runCommand(options, async ({ database }) => {
        await deleteKnowledgeBase(database, host);
        return { document: { host, deleted: true }, text: `Deleted ${host}.` };
      }),
    );
}
