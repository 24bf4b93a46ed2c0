import { examples, formatTable, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { type GuideDetails, showGuide } from '../guides/guide-states.ts';
import { parseHost } from './arguments.ts';
import { runCommand } from './run-command.ts';

interface ShowOptions extends OutputOptions {
  content?: boolean;
}

/** `kb guide show` */
export function addGuideShow(group: Command): void {
  group
    .command('show')
    .description('show everything that is known of a guide')
    .argument('<host>', 'the host name of the knowledge base', parseHost)
    .argument('<slug>', 'the guide')
    .option('--content', 'print its HTML, too')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      examples('kb guide show help.example.com install', 'kb guide show help.example.com install --content'),
    )
    .action(show);
}

function show(host: string, slug: string, options: ShowOptions): Promise<void> {
  return runCommand(options, async ({ database }) => {
    const { content_html, ...guide } = await showGuide(database, { host, slug });
    const text = describe(guide);
    return options.content
      ? { document: { ...guide, content_html }, text: `${text}\n\n${content_html}` }
      : { document: guide, text };
  });
}

function describe(guide: Omit<GuideDetails, 'content_html'>): string {
  const rows = [
    ['Slug', guide.slug],
    ['Title', guide.title],
    ['Id', String(guide.id)],
    ['Published', guide.published ? 'yes' : 'no'],
    ['Created', guide.created_at.toISOString()],
    ['Updated', guide.updated_at.toISOString()],
    ['Categories', guide.categories.join(', ')],
    ['Tags', guide.tags.join(', ')],
    ['Former slugs', guide.former_slugs.join(', ')],
    ['Content', `${guide.content_bytes} bytes`],
  ];
  return formatTable(rows.map(([name = '', value]) => [name, value || 'none']));
}
