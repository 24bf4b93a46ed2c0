import { basename } from 'node:path';
import {
  formatTable,
  type ListView,
  listAnswer,
  minuteOf,
  type OutputOptions,
} from '@guidepost/command-line';
import { AppError, readSourceFile } from '@guidepost/service-kit';
import { readProperty } from '../content/guide-properties.ts';
import {
  type GuideDetails,
  type GuideSelection,
  type GuideState,
  listGuideStates,
  showGuide,
} from '../content/guide-states.ts';
import { confirmGuides, setGuideProperties } from '../reviews/set-properties.ts';
import { renameGuide } from '../writing/drafts/guide-slugs.ts';
import { uploadImage } from '../writing/drafts/upload-image.ts';
import { publishGuides, unpublishGuides } from '../writing/publishing/publish-guides.ts';
import { moveGuides, tagGuides } from '../writing/structure/arrange-guides.ts';
import {
  type FormerAddress,
  forgetAddress,
  listFormerAddresses,
} from '../writing/structure/former-addresses.ts';
import { collectWords, parseSlugArgument } from './arguments.ts';
import { answer, type ChangeOptions, createCommand, createGroup, guideOf, named } from './commands.ts';
import { DELETION, GUIDES, listDeletedGuides } from './deleted-guides.ts';

const GUIDE = ['<slug>', 'the slug of the guide'] as const;

/** `kb publish` */
export const addPublish = createCommand({
  name: 'publish',
  arguments: [GUIDES],
  examples: ['kb publish help.example.com getting-started-install release-notes'],
  async change({ database, actor, host }, slugs) {
    const changed = await publishGuides(database, actor, { host, slugs });
    return answer({ host, changed }, `Published ${changed.length} of ${countGuides(slugs)}.`);
  },
});

/** `kb unpublish` */
export const addUnpublish = createCommand({
  name: 'unpublish',
  arguments: [GUIDES],
  examples: ['kb unpublish help.example.com getting-started-install release-notes'],
  async change({ database, actor, host }, slugs) {
    const changed = await unpublishGuides(database, actor, { host, slugs });
    return answer({ host, changed }, `Unpublished ${changed.length} of ${countGuides(slugs)}.`);
  },
});

/** `kb rename` */
export const addRename = createCommand({
  name: 'rename',
  arguments: [GUIDE, ['<new-slug>', 'the new slug', parseSlugArgument]],
  examples: ['kb rename help.example.com install getting-started-install'],
  async change({ database, actor, host }, [slug = '', newSlug = '']) {
    const changed = await renameGuide(database, actor, { host, slug, newSlug });
    const text = changed ? `Renamed ${slug} to ${newSlug}.` : `${slug} already has this slug.`;
    return answer({ host, slug: newSlug, former_slug: slug, changed }, text);
  },
});

const STATES: ListView<GuideState> = {
  columns: {
    SLUG: ({ slug }) => slug,
    TITLE: ({ title }) => title,
    PUBLISHED: ({ published }) => (published ? 'yes' : 'no'),
    UPDATED: ({ updated_at }) => updated_at.toISOString(),
  },
  none: 'No guides match.',
  full: true,
};

const FORMER: ListView<FormerAddress> = {
  columns: {
    FORMER: ({ slug }) => slug,
    GUIDE: ({ present_slug }) => present_slug,
    'SINCE (UTC)': ({ left_at }) => minuteOf(left_at),
  },
  none: 'There are no former slugs.',
  full: true,
};

/** `kb guide` */
export const addGuide = createGroup('guide', [
  {
    name: 'list',
    description: 'list guides by slug, including unpublished ones',
    examples: ['kb guide list help.example.com --unpublished', 'kb guide list help.example.com --tag new'],
    addOptions: (command) =>
      command
        .option('--unpublished', 'only unpublished guides')
        .option('--deleted', 'only deleted guides, which can be restored')
        .option('--category <slug>', 'only guides in this category')
        .option('--tag <slug>', 'only guides with this tag'),
    read: async (
      { database, host },
      _,
      { json, deleted, ...selection }: OutputOptions & Omit<GuideSelection, 'host'> & { deleted?: boolean },
    ) =>
      deleted
        ? listDeletedGuides(database, host)
        : listAnswer(await listGuideStates(database, { host, ...selection }), STATES),
  },
  {
    name: 'show',
    description: 'show the details of a guide',
    arguments: [GUIDE],
    examples: ['kb guide show help.example.com install', 'kb guide show help.example.com install --content'],
    addOptions: (command) => command.option('--content', 'also print the HTML content'),
    async read({ database, host }, [slug = ''], { content }: OutputOptions & { content?: boolean }) {
      const { content_html, ...guide } = await showGuide(database, { host, slug });
      const text = describe(guide);
      return content ? answer({ ...guide, content_html }, `${text}\n\n${content_html}`) : answer(guide, text);
    },
  },
  {
    name: 'move',
    description: 'move guides and their drafts to the end of a category',
    arguments: [GUIDES],
    examples: ['kb guide move help.example.com linux windows --to install'],
    addOptions: (command) =>
      command
        .requiredOption('--to <category>', 'the slug of the category')
        .option('--from <category>', 'leave only this category (default: all)'),
    async change(
      { database, actor, host },
      slugs,
      { to, from }: ChangeOptions & { to: string; from?: string },
    ) {
      const move = { host, slugs, to: named(to), from: from ? named(from) : undefined };
      const moved = await moveGuides(database, actor, move);
      return answer({ host, moved }, `Moved ${countGuides(moved)} to ${to}.`);
    },
  },
  {
    name: 'tag',
    description: 'add tags to guides and their drafts, and remove others',
    arguments: [GUIDES],
    examples: ['kb guide tag help.example.com linux windows --add New --remove Beta'],
    addOptions: (command) =>
      command
        .option('--add <name>', 'a tag to add; can be repeated', collectWords)
        .option('--remove <name>', 'a tag to remove; can be repeated', collectWords),
    async change(
      { database, actor, host },
      slugs,
      { add, remove }: ChangeOptions & { add?: string[]; remove?: string[] },
    ) {
      const tagged = await tagGuides(database, actor, { host, slugs, add, remove });
      return answer({ host, tagged }, `Tagged ${countGuides(tagged)}.`);
    },
  },
  {
    name: 'assign',
    description: 'set the owner of guides, and how often they are reviewed',
    arguments: [GUIDES],
    examples: ['kb guide assign help.example.com linux windows --owner maja@example.com --review "6 months"'],
    addOptions: (command) =>
      command
        .option('--owner <email>', 'a person who may write here, or none')
        .option('--review <months>', 'months from one review to the next, from 1 to 60, or none'),
    async change(
      { database, actor, host },
      slugs,
      { owner, review }: ChangeOptions & { owner?: string; review?: string },
    ) {
      const changes = {
        ...(owner !== undefined && { owner: readProperty('owner', owner) }),
        ...(review !== undefined && { reviewMonths: readProperty('reviewMonths', review) }),
      };
      if (Object.keys(changes).length === 0)
        throw new AppError('invalid', 'Say what changes: --owner or --review.');
      const assigned = await setGuideProperties(database, actor, { host, slugs, changes });
      return answer({ host, assigned }, `Changed ${assigned.length} of ${countGuides(slugs)}.`);
    },
  },
  {
    name: 'describe',
    description: 'set the summary of guides, and further words by which search finds them',
    arguments: [GUIDES],
    examples: [
      'kb guide describe help.example.com linux --summary "From a package." --synonyms "ubuntu, debian"',
    ],
    addOptions: (command) =>
      command
        .option('--summary <text>', 'up to 300 characters for search results and search engines; "" for none')
        .option('--synonyms <words>', 'words and phrases with commas between them; "" for none'),
    async change(
      { database, actor, host },
      slugs,
      { summary, synonyms }: ChangeOptions & { summary?: string; synonyms?: string },
    ) {
      const changes = {
        ...(summary !== undefined && { summary: readProperty('summary', summary) }),
        ...(synonyms !== undefined && { synonyms: readProperty('synonyms', synonyms) }),
      };
      if (Object.keys(changes).length === 0)
        throw new AppError('invalid', 'Say what changes: --summary or --synonyms.');
      const described = await setGuideProperties(database, actor, { host, slugs, changes });
      return answer({ host, described }, `Changed ${described.length} of ${countGuides(slugs)}.`);
    },
  },
  {
    name: 'review',
    description: 'note that guides are still right, which moves their next reviews on',
    arguments: [GUIDES],
    examples: ['kb guide review help.example.com linux windows'],
    async change({ database, actor, host }, slugs) {
      const { reviewed, withoutReviews } = await confirmGuides(database, actor, { host, slugs });
      const text = [
        ...(reviewed.length > 0 ? [`Still right: ${countGuides(reviewed)}.`] : []),
        ...(withoutReviews.length > 0
          ? [`No reviews: ${withoutReviews.join(', ')}. Begin them with kb guide assign --review.`]
          : []),
      ];
      return answer({ host, reviewed, without_reviews: withoutReviews }, text.join('\n'));
    },
  },
  {
    name: 'former',
    description: 'list former slugs, which redirect',
    examples: ['kb guide former help.example.com'],
    read: async ({ database, host }) => listAnswer(await listFormerAddresses(database, { host }), FORMER),
  },
  {
    name: 'forget',
    description: 'remove a former slug, which then no longer redirects',
    arguments: [['<slug>', 'the former slug']],
    examples: ['kb guide forget help.example.com old-address'],
    async change({ database, actor, host }, [slug = '']) {
      await forgetAddress(database, actor, { host, slug });
      return answer({ host, forgotten: slug }, `${slug} leads nowhere now.`);
    },
  },
  {
    name: 'image',
    description: 'upload an image for the content of a guide, and print its address',
    arguments: [GUIDE, ['<file>', 'a PNG, JPEG, GIF, WebP or AVIF file up to 10 MB']],
    examples: ['kb guide image help.example.com install step-1.png'],
    async change({ database, actor, host }, [slug = '', file = '']) {
      const guideId = await guideOf(database, host, slug);
      const upload = { host, guideId, name: basename(file), bytes: await readSourceFile(file, file) };
      const image = await uploadImage(database, actor, upload);
      return answer({ host, ...image }, image.src);
    },
  },
  ...DELETION,
]);

function countGuides({ length }: readonly string[]): string {
  return length === 1 ? '1 guide' : `${length} guides`;
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
    ['Summary', guide.summary ?? 'none'],
    ['Search words', guide.synonyms.join(', ') || 'none'],
    ['Owner', guide.owner ?? 'none'],
    [
      'Review',
      guide.review_months === null
        ? 'never'
        : `every ${guide.review_months === 1 ? 'month' : `${guide.review_months} months`}, next on ${guide.review_on}`,
    ],
    ['Former slugs', guide.former_slugs.join(', ') || 'none'],
    ['Content', `${guide.content_bytes} bytes`],
  ]);
}
