import { formatTable, type Session } from '@guidepost/command-line';
import { AppError, readSourceFile } from '@guidepost/service-kit';
import { type Command, InvalidArgumentError } from 'commander';
import type { Actor } from '../model/permissions.ts';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';
import type { Edited, GuideEdit } from '../writing/drafts/change-draft.ts';
import { createGuide } from '../writing/drafts/create-guide.ts';
import { discardDraft, proposeDraft, returnDraft } from '../writing/drafts/propose-draft.ts';
import { type EditableGuide, readForEditing } from '../writing/drafts/read-for-editing.ts';
import { saveDraft } from '../writing/drafts/save-draft.ts';
import { scheduleGuide } from '../writing/publishing/publish-guide.ts';
import { findCategory } from '../writing/structure/find-categories.ts';
import { collectWords } from './arguments.ts';
import { answer, type ChangeOptions, createGroup, guideOf, type HostCommand, named } from './commands.ts';

interface ValueOptions extends ChangeOptions {
  title?: string;
  slug?: string;
  content?: string;
  category?: string[];
  tag?: string[];
}

const GUIDE = ['<slug>', 'the slug of the guide'] as const;

/** Markdown would be stored as it is written, in one paragraph. */
const MARKDOWN = /\.(?:md|markdown|mdown)$/i;

/** `kb draft` */
export const addDraft = createGroup('draft', [
  {
    name: 'show',
    description: 'show what authors are editing',
    arguments: [GUIDE],
    examples: ['kb draft show help.example.com install'],
    async read({ database, host }, [slug = '']) {
      const guideId = await guideOf(database, host, slug);
      const { choices, ...guide } = await readForEditing(database, { host, guideId });
      return answer(guide, describe(guide));
    },
  },
  {
    name: 'create',
    description: 'create an unpublished guide',
    arguments: [['<title>', 'its title']],
    examples: ['kb draft create help.example.com "Change a tyre" --content tyre.html --category repair'],
    addOptions: withValues,
    async change({ database, actor, host }, [title = ''], options: ValueOptions) {
      const values = await readValues(database, host, options);
      const created = await createGuide(database, actor, { host, ...values, title });
      return answer({ host, ...created }, `Created ${created.slug}. Publish it with kb publish.`);
    },
  },
  {
    name: 'save',
    description: 'change the draft of a guide; readers see nothing of it until kb publish',
    arguments: [GUIDE],
    examples: ['kb draft save help.example.com install --title "Set up" --content install.html'],
    addOptions: (command) => withValues(command.option('--title <title>', 'its title')),
    async change({ database, actor, host }, [slug = ''], options: ValueOptions) {
      const values = await readValues(database, host, options);
      const guideId = await guideOf(database, host, slug);
      const draft = { host, guideId, ...values, title: options.title };
      const { removed, contentHtml, ...saved } = await saveDraft(database, actor, draft);
      const lost = [...removed.elements, ...removed.attributes, ...removed.links];
      const addresses = [...removed.linked, ...removed.addresses].map(({ address }) => address);
      const names = [...lost.map(([name, n]) => `${name} ${n}`), ...addresses];
      const note = names.length === 0 ? '' : ` Removed: ${names.join(', ')}.`;
      return answer(
        { host, ...saved, removed: Object.fromEntries(lost), ...(addresses.length > 0 && { addresses }) },
        `Saved the draft of ${slug}.${note}`,
      );
    },
  },
  {
    name: 'schedule',
    description: 'publish a guide with its draft at a time; needs a running service',
    arguments: [GUIDE],
    examples: ['kb draft schedule help.example.com install --at 2026-12-24T08:00Z'],
    addOptions: (command) =>
      command.requiredOption('--at <time>', 'when, with an offset: 2026-12-24T08:00Z', parseTime),
    async change({ database, actor, host }, [slug = ''], { at: publishAt }: ChangeOptions & { at: Date }) {
      const guideId = await guideOf(database, host, slug);
      await scheduleGuide(database, actor, { host, guideId, publishAt });
      const time = publishAt.toISOString();
      return answer({ host, slug, publish_at: time }, `${slug} will be published at ${time}.`);
    },
  },
  createStep('propose', 'propose a draft for publication', { step: proposeDraft, done: 'Proposed' }),
  createStep('return', 'turn a proposed or scheduled draft back into a plain draft', {
    step: returnDraft,
    done: 'Returned',
  }),
  createStep('discard', 'discard a draft', { step: discardDraft, done: 'Discarded' }),
]);

interface Step {
  step: (database: Session['database'], actor: Actor, edit: GuideEdit) => Promise<Edited>;
  /** Begins the sentence that people see: `Proposed`. */
  done: string;
}

function createStep(name: string, description: string, { step, done }: Step): HostCommand {
  return {
    name,
    description,
    arguments: [GUIDE],
    examples: [`kb draft ${name} help.example.com install`],
    async change({ database, actor, host }, [slug = '']) {
      const guideId = await guideOf(database, host, slug);
      const { revision } = await step(database, actor, { host, guideId });
      return answer({ host, slug, revision }, `${done} the draft of ${slug}.`);
    },
  };
}

function withValues(command: Command): Command {
  return command
    .option('--slug <slug>', 'its slug; once published, the former one redirects')
    .option('--content <file>', 'an HTML file with its content')
    .option('--category <slug>', 'a category; can be repeated, and replaces the current ones', collectWords)
    .option('--tag <name>', 'a tag; can be repeated, and replaces the current ones', collectWords);
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

function parseTime(value: string): Date {
  const time = new Date(value);
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/.test(value);
  if (isTime && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('It must be a time with an offset, such as 2026-12-24T08:00Z.');
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
