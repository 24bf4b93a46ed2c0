import { formatTable, type OutputOptions, type Session, withOutput } from '@guidepost/command-line';
import { AppError, readSourceFile } from '@guidepost/service-kit';
import { type Command, InvalidArgumentError } from 'commander';
import type { Actor } from '../model/actor.ts';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';
import { findCategory } from '../writing/categories.ts';
import type { Edited, GuideEdit } from '../writing/change-draft.ts';
import { createGuide } from '../writing/create-guide.ts';
import { discardDraft } from '../writing/discard-draft.ts';
import { proposeDraft, returnDraft } from '../writing/propose-draft.ts';
import { scheduleGuide } from '../writing/publish-guide.ts';
import { type EditableGuide, readForEditing } from '../writing/read-for-editing.ts';
import { saveDraft } from '../writing/save-draft.ts';
import { collectWords, hostCommand } from './arguments.ts';
import { addChange, answer, type ChangeOptions, guideOf, named } from './change.ts';
import { runCommand } from './run-command.ts';

interface ValueOptions extends ChangeOptions {
  title?: string;
  slug?: string;
  content?: string;
  category?: string[];
  tag?: string[];
}

const GUIDE = ['<slug>', 'the slug of the guide'] as const;

/** `kb draft` */
export function addDraft(program: Command): void {
  const group = program.command('draft');
  addShow(group);
  addCreate(group);
  addSave(group);
  addSchedule(group);
  addStep(group, 'propose', 'propose a draft for publication', proposeDraft, 'Proposed');
  addStep(
    group,
    'return',
    'turn a proposed or scheduled draft back into a plain draft',
    returnDraft,
    'Returned',
  );
  addStep(group, 'discard', 'discard a draft', discardDraft, 'Discarded');
}

function withValues(command: Command): Command {
  return command
    .option('--slug <slug>', 'its slug; once published, the former one redirects')
    .option('--content <file>', 'an HTML file with its content')
    .option('--category <slug>', 'a category; can be repeated, and replaces the current ones', collectWords)
    .option('--tag <name>', 'a tag; can be repeated, and replaces the current ones', collectWords);
}

function addShow(group: Command): void {
  const command = hostCommand(group, 'show', 'show what authors are editing').argument(...GUIDE);
  withOutput(command, 'kb draft show help.example.com install').action(
    (host: string, slug: string, options: OutputOptions) =>
      runCommand(options, async ({ database }) => {
        const guideId = await guideOf(database, host, slug);
        const { choices, ...guide } = await readForEditing(database, { host, guideId });
        return answer(guide, describe(guide));
      }),
  );
}

function describe(guide: Omit<EditableGuide, 'choices'>): string {
  const table = formatTable([
    ['Title', guide.title],
    ['Slug', guide.slug],
    ['State', guide.state],
    ['Draft', guide.hasChanges ? `by ${guide.draftAuthor}` : 'none'],
    ['Publication', guide.publishAt?.toISOString() ?? ''],
    ['Tags', guide.tags.join(', ') || 'none'],
    ['Changed', `${guide.changedAt.toISOString()}${guide.changedBy ? ` by ${guide.changedBy}` : ''}`],
  ]);
  return `${table}\n\n${guide.contentHtml}`;
}

function addCreate(group: Command): void {
  addChange<ValueOptions>(group, {
    name: 'create',
    description: 'create an unpublished guide',
    arguments: [['<title>', 'its title']],
    example: '"Change a tyre" --content tyre.html --category repair',
    prepare: withValues,
    async change({ database, actor, host }, [title = ''], options) {
      const values = await readValues(database, host, options);
      const created = await createGuide(database, actor, { host, ...values, title });
      return answer({ host, ...created }, `Created ${created.slug}. Publish it with kb publish.`);
    },
  });
}

function addSave(group: Command): void {
  addChange<ValueOptions>(group, {
    name: 'save',
    description: 'change the draft of a guide; readers see nothing of it until kb publish',
    arguments: [GUIDE],
    example: 'install --title "Set up" --content install.html',
    prepare: (command) => withValues(command.option('--title <title>', 'its title')),
    async change({ database, actor, host }, [slug = ''], options) {
      const values = await readValues(database, host, options);
      const guideId = await guideOf(database, host, slug);
      const { removed, contentHtml, ...saved } = await saveDraft(database, actor, {
        host,
        guideId,
        ...values,
        title: options.title,
      });
      const lost = [...removed.elements, ...removed.attributes, ...removed.links];
      const addresses = [...removed.linked, ...removed.addresses].map(({ address }) => address);
      const names = [...lost.map(([name, n]) => `${name} ${n}`), ...addresses];
      const note = names.length === 0 ? '' : ` Removed: ${names.join(', ')}.`;
      return answer(
        { host, ...saved, removed: Object.fromEntries(lost), ...(addresses.length > 0 && { addresses }) },
        `Saved the draft of ${slug}.${note}`,
      );
    },
  });
}

async function readValues(
  database: Session['database'],
  host: string,
  { slug, content, category, tag }: ValueOptions,
) {
  const { id } = await requireKnowledgeBase(database, host);
  const contentHtml = content === undefined ? undefined : await readText(content);
  const found = category?.map((name) => findCategory(database, id, named(name)));
  const categories = found && (await Promise.all(found)).map((one) => one.id);
  return { slug, contentHtml, categories, tags: tag };
}

/** Markdown would be stored as it is written, in one paragraph. */
const MARKDOWN = /\.(?:md|markdown|mdown)$/i;

async function readText(file: string): Promise<string> {
  if (MARKDOWN.test(file)) {
    throw new AppError('invalid', `${file}: the content must be HTML; kb import reads Markdown.`);
  }
  const bytes = await readSourceFile(file, file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('invalid', `${file}: is not text in UTF-8.`, { cause });
  }
}

function addSchedule(group: Command): void {
  addChange<ChangeOptions & { at: Date }>(group, {
    name: 'schedule',
    description: 'publish a guide with its draft at a time; needs a running service',
    arguments: [GUIDE],
    example: 'install --at 2026-12-24T08:00Z',
    prepare: (command) =>
      command.requiredOption('--at <time>', 'when, with an offset: 2026-12-24T08:00Z', parseTime),
    async change({ database, actor, host }, [slug = ''], { at: publishAt }) {
      const guideId = await guideOf(database, host, slug);
      await scheduleGuide(database, actor, { host, guideId, publishAt });
      const time = publishAt.toISOString();
      return answer({ host, slug, publish_at: time }, `${slug} will be published at ${time}.`);
    },
  });
}

function parseTime(value: string): Date {
  const time = new Date(value);
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/.test(value);
  if (isTime && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('It must be a time with an offset, such as 2026-12-24T08:00Z.');
}

function addStep(
  group: Command,
  name: string,
  description: string,
  step: (database: Session['database'], actor: Actor, edit: GuideEdit) => Promise<Edited>,
  done: string,
): void {
  addChange(group, {
    name,
    description,
    arguments: [GUIDE],
    example: 'install',
    async change({ database, actor, host }, [slug = '']) {
      const { revision } = await step(database, actor, {
        host,
        guideId: await guideOf(database, host, slug),
      });
      return answer({ host, slug, revision }, `${done} the draft of ${slug}.`);
    },
  });
}
