import {
  type EditorOptions,
  formatTable,
  type ListView,
  listAnswer,
  type OutputOptions,
  withEditor,
  withOutput,
} from '@guidepost/command-line';
import type { Command } from 'commander';
import { deleteGuides, renameGuide } from '../content/change-guides.ts';
import {
  type GuideDetails,
  type GuideSelection,
  type GuideState,
  listGuideStates,
  showGuide,
} from '../content/guide-states.ts';
import { publishGuides, unpublishGuides } from '../writing/publish-guides.ts';
import { operatorOf } from './actor.ts';
import { hostCommand, parseSlugArgument } from './arguments.ts';
import { addGuideChanges } from './guide-changes.ts';
import { runCommand } from './run-command.ts';

type ChangeOptions = OutputOptions & EditorOptions;

type ListOptions = OutputOptions & Omit<GuideSelection, 'host'>;

const GUIDES: ListView<GuideState> = {
  columns: {
    SLUG: ({ slug }) => slug,
    TITLE: ({ title }) => title,
    PUBLISHED: ({ published }) => (published ? 'yes' : 'no'),
    UPDATED: ({ updated_at }) => updated_at.toISOString(),
  },
  none: 'No guides match.',
  full: true,
};

export const addPublish = createPublication('publish');

export const addUnpublish = createPublication('unpublish');

function createPublication(name: 'publish' | 'unpublish'): (program: Command) => void {
  const published = name === 'publish';
  return (program) => {
    const command = hostCommand(program, name).argument(
      '<slugs...>',
      'the slugs of the guides; if one does not exist, nothing changes',
    );
    withOutput(
      withEditor(command),
      `kb ${name} help.example.com getting-started-install release-notes`,
    ).action((host: string, slugs: string[], options: ChangeOptions) =>
      runCommand(options, async ({ database }) => {
        const change = published ? publishGuides : unpublishGuides;
        const changed = await change(database, operatorOf(options), { host, slugs });
        const done = published ? 'Published' : 'Unpublished';
        return {
          document: { host, changed },
          text: `${done} ${changed.length} of ${slugs.length} guides.`,
        };
      }),
    );
  };
}

export function addRename(program: Command): void {
  const command = hostCommand(program, 'rename')
    .argument('<slug>', 'the slug of the guide')
    .argument('<new-slug>', 'the new slug', parseSlugArgument);
  withOutput(withEditor(command), 'kb rename help.example.com install getting-started-install').action(
    (host: string, slug: string, newSlug: string, options: ChangeOptions) =>
      runCommand(options, async ({ database }) => {
        const changed = await renameGuide(database, operatorOf(options), { host, slug, newSlug });
        const text = changed ? `Renamed ${slug} to ${newSlug}.` : `${slug} already has this slug.`;
        return { document: { host, slug: newSlug, former_slug: slug, changed }, text };
      }),
  );
}

export function addGuide(program: Command): void {
  const group = program.command('guide');
  for (const add of [addGuideList, addGuideShow, addGuideChanges, addGuideDelete]) add(group);
}

function addGuideList(group: Command): void {
  const command = hostCommand(group, 'list', 'list guides by slug, including unpublished ones')
    .option('--unpublished', 'only unpublished guides')
    .option('--category <slug>', 'only guides in this category')
    .option('--tag <slug>', 'only guides with this tag');
  withOutput(
    command,
    'kb guide list help.example.com --unpublished',
    'kb guide list help.example.com --tag new',
  ).action((host: string, { json = false, ...selection }: ListOptions) =>
    runCommand({ json }, async ({ database }) =>
      listAnswer(await listGuideStates(database, { host, ...selection }), GUIDES),
    ),
  );
}

function addGuideShow(group: Command): void {
  const command = hostCommand(group, 'show', 'show the details of a guide')
    .argument('<slug>', 'the slug of the guide')
    .option('--content', 'also print the HTML content');
  withOutput(
    command,
    'kb guide show help.example.com install',
    'kb guide show help.example.com install --content',
  ).action((host: string, slug: string, options: OutputOptions & { content?: boolean }) =>
    runCommand(options, async ({ database }) => {
      const { content_html, ...guide } = await showGuide(database, { host, slug });
      const text = describe(guide);
      return options.content
        ? { document: { ...guide, content_html }, text: `${text}\n\n${content_html}` }
        : { document: guide, text };
    }),
  );
}

function describe(guide: Omit<GuideDetails, 'content_html'>): string {
  return formatTable([
    ['Slug', guide.slug],
    ['Title', guide.title],
    ['ID', String(guide.id)],
    ['Published', guide.published ? 'yes' : 'no'],
    ['Created', guide.created_at.toISOString()],
    ['Updated', guide.updated_at.toISOString()],
    ['Categories', guide.categories.join(', ') || 'none'],
    ['Tags', guide.tags.join(', ') || 'none'],
    ['Former slugs', guide.former_slugs.join(', ') || 'none'],
    ['Content', `${guide.content_bytes} bytes`],
  ]);
}

function addGuideDelete(group: Command): void {
  const command = hostCommand(
    group,
    'delete',
    'delete guides with their votes, versions, former slugs and images',
  )
    .argument('<slugs...>', 'the slugs of the guides; if one does not exist, nothing changes')
    .requiredOption('--yes', 'confirm; votes and former slugs cannot be restored');
  withOutput(withEditor(command), 'kb guide delete help.example.com release-notes-1 release-notes-2 --yes')
    .addHelpText(
      'after',
      `
An import creates guides again that its source still has. To hide guides and keep everything, use kb unpublish.`,
    )
    .action((host: string, slugs: string[], options: ChangeOptions) =>
      runCommand(options, async ({ database }) => {
        const { slugs: deleted, images } = await deleteGuides(database, operatorOf(options), { host, slugs });
        const text = `Deleted ${deleted.join(', ')} and ${images === 1 ? '1 image' : `${images} images`}.`;
        return { document: { host, deleted, images }, text };
      }),
    );
}
