import {
  describeMove,
  type EditorOptions,
  formatTable,
  type OutputOptions,
  parseLanguage,
  parseName,
  withEditor,
  withOutput,
} from '@guidepost/command-line';
import type { Command } from 'commander';
import { createKnowledgeBase, deleteKnowledgeBase } from '../tenants/administration.ts';
import { type KnowledgeBaseOverview, type Properties, showKnowledgeBase } from '../tenants/overviews.ts';
import { operatorOf } from './actor.ts';
import { ACCESS_NOTE, hostCommand, parseAccess, parseNewHost } from './arguments.ts';
import { runCommand } from './run-command.ts';

type ChangeOptions = OutputOptions & EditorOptions;

interface CreateOptions extends ChangeOptions, Omit<Properties, 'organization_name' | 'accent_color'> {
  organization: string;
}

export function addCreate(program: Command): void {
  const command = program
    .command('create')
    .argument('<host>', 'the host name of the knowledge base', parseNewHost)
    .requiredOption('--name <name>', 'the name that readers see', parseName)
    .requiredOption('--organization <name>', 'the organization that owns it', parseName)
    .option('--language <code>', 'the language of its guides, ISO 639-1', parseLanguage, 'en')
    .option('--access <mode>', 'who may read it: public, key or disabled', parseAccess, 'public');
  withOutput(
    withEditor(command),
    'kb create help.example.com --name "Example Help" --organization "Example Ltd" --language sv',
  )
    .addHelpText('after', ACCESS_NOTE)
    .action((host: string, { name, organization, language, access, ...options }: CreateOptions) =>
      runCommand(options, async ({ database }) => {
        const properties = { host, name, organization_name: organization, language, access };
        const { id, revision, ...created } = await createKnowledgeBase(
          database,
          operatorOf(options),
          properties,
        );
        return { document: created, text: `Created ${host} (access: ${access}).` };
      }),
    );
}

export function addShow(program: Command): void {
  const command = hostCommand(program, 'show');
  withOutput(command, 'kb show help.example.com').action((host: string, options: OutputOptions) =>
    runCommand(options, async ({ database }) => {
      const knowledgeBase = await showKnowledgeBase(database, host);
      return { document: knowledgeBase, text: describe(knowledgeBase) };
    }),
  );
}

function describe(knowledgeBase: KnowledgeBaseOverview): string {
  const { guides, published_guides, categories, tags, logo } = knowledgeBase;
  return formatTable([
    ['Host', knowledgeBase.host],
    ['Other hosts', knowledgeBase.other_hosts.join(', ') || 'none'],
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
    ...describeMove(knowledgeBase),
  ]);
}

export function addDelete(program: Command): void {
  const command = hostCommand(program, 'delete').requiredOption('--yes', 'confirm; this cannot be undone');
  withOutput(withEditor(command), 'kb delete old.example.com --yes').action(
    (host: string, options: ChangeOptions) =>
      runCommand(options, async ({ database }) => {
        await deleteKnowledgeBase(database, operatorOf(options), { host });
        return { document: { host, deleted: true }, text: `Deleted ${host}.` };
      }),
  );
}
