import { examples, formatTable, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { deleteGuides } from '../guides/change-guides.ts';
import {
  type GuideDetails,
  type GuideSelection,
  type GuideState,
  listGuideStates,
  showGuide,
} from '../guides/guide-states.ts';
import { parseHost } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** `kb guide`, whose commands look at guides one by one and delete them. */
export function addGuide(program: Command): void {
  const group = program.command('guide').description('look at the guides of a knowledge base, delete guides');
  addGuideList(group);
  addGuideShow(group);
  addGuideDelete(group);
}

type ListOptions = OutputOptions & Omit<GuideSelection, 'host'>;

const LIST_HEADING = ['SLUG', 'TITLE', 'PUBLISHED', 'UPDATED'];

/** `kb guide list` */
function addGuideList(group: Command): void {
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
    return { document: guides, text: describeAll(guides) };
  });
}

function describeAll(guides: GuideState[]): string {
  if (guides.length === 0) return 'There are no such guides.';
  const rows = guides.map(({ slug, title, published, updated_at }) => [
    slug,
    title,
    published ? 'yes' : 'no',
    updated_at.toISOString(),
  ]);
  return formatTable([LIST_HEADING, ...rows]);
}

interface ShowOptions extends OutputOptions {
  content?: boolean;
}

/** `kb guide show` */
function addGuideShow(group: Command): void {
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

/** `kb guide delete` */
function addGuideDelete(group: Command): void {
  group
    .command('delete')
    .description('delete guides with their votes, former slugs and images')
    .argument('<host>', 'the host name of the knowledge base', parseHost)
    .argument('<slugs...>', 'the guides; when one does not exist, none is deleted')
    .requiredOption('--yes', 'say that you mean it: votes and former slugs cannot be brought back')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `\nAn import brings back the guides that its source still has. kb unpublish hides guides and keeps everything.\n${examples(
        'kb guide delete help.example.com release-notes-1 release-notes-2 --yes',
      )}`,
    )
    .action((host: string, slugs: string[], options: OutputOptions) =>
      runCommand(options, async ({ database }) => {
        const deleted = await deleteGuides(database, { host, slugs });
        const images = deleted.images === 1 ? '1 image' : `${deleted.images} images`;
        const text = `Deleted ${deleted.slugs.join(', ')} and ${images}.`;
        return { document: { host, deleted: deleted.slugs, images: deleted.images }, text };
      }),
    );
}
