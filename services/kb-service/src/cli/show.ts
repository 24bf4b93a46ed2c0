import { examples, formatTable, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { type KnowledgeBaseOverview, showKnowledgeBase } from '../knowledge-bases/administration.ts';
import { parseHost } from './arguments.ts';
import { runCommand } from './run-command.ts';

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
