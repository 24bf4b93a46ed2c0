import { examples, formatTable, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { type GuideSelection, type GuideState, listGuideStates } from '../guides/guide-states.ts';
import { parseHost } from './arguments.ts';
import { runCommand } from './run-command.ts';

type ListOptions = OutputOptions & Omit<GuideSelection, 'host'>;

const HEADING = ['SLUG', 'TITLE', 'PUBLISHED', 'UPDATED'];

/** `kb guide list` */
export function addGuideList(group: Command): void {
  group
    .command('list')
    .description('list guides by slug, unpublished ones too')
    .argument('<host>', 'the host name of the knowledge base', parseHost)
    .option('--unpublished', 'only those that readers do not see')
    .option('--category <slug>', 'only those in this category')
    .option('--tag <slug>', 'only those that carry this tag')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      examples('kb guide list help.example.com --unpublished', 'kb guide list help.example.com --tag new'),
    )
    .action(list);
}

function list(host: string, { json, ...selection }: ListOptions): Promise<void> {
  return runCommand({ ...(json && { json }) }, async ({ database }) => {
    const guides = await listGuideStates(database, { host, ...selection });
    return { document: guides, text: describe(guides) };
  });
}

function describe(guides: GuideState[]): string {
  if (guides.length === 0) return 'There are no such guides.';
  const rows = guides.map(({ slug, title, published, updated_at }) => [
    slug,
    title,
    published ? 'yes' : 'no',
    updated_at.toISOString(),
  ]);
  return formatTable([HEADING, ...rows]);
}
