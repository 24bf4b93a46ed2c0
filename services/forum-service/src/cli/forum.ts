import {
  describeMove,
  formatTable,
  type ListView,
  listAnswer,
  type OutputOptions,
  parseLanguage,
  parseName,
  withMoves,
  withOutput,
} from '@guidepost/command-line';
import { readLogo } from '@guidepost/files/images';
import { Argument, type Command } from 'commander';
import type { DialogState } from '../model/states.ts';
import { TOPICS, type Topic } from '../model/topics.ts';
import { changeSettings, createForum, deleteForum, setLogo } from '../tenants/forum-settings.ts';
import { type ForumOverview, type ForumSettings, listForums, showForum } from '../tenants/list-forums.ts';
import { forumCommand, parseGuides, parseLate, parseNewSlug, parseTopicList, SETTINGS } from './arguments.ts';
import { configuredDeskUrl, configuredPublicUrl } from './configured.ts';
import { type ChangeOptions, runChange, withChangeOptions, withConfirmation } from './record-commands.ts';
import { runCommand } from './run-command.ts';

interface CreateOptions extends ChangeOptions {
  account: string;
  name: string;
  formalName?: string;
  language: string;
  topics: Topic[];
  guides?: string;
}

/** `forum create` */
export function addCreate(program: Command): void {
  const command = program
    .command('create')
    .argument('<slug>', 'the name of the forum in URLs', parseNewSlug)
    .requiredOption('--account <name>', 'the account that owns the forum', parseName)
    .requiredOption('--name <name>', 'the name that readers see', parseName)
    .option('--formal-name <name>', 'the name of the company, if it is different', parseName)
    .option('--language <tag>', 'the language of posts, BCP 47', parseLanguage, 'en')
    .option('--topics <list>', 'the topics to offer, the default topic first', parseTopicList, [...TOPICS])
    .option('--guides <host>', 'its knowledge base, in the service at PAIR_URL', parseGuides);
  withChangeOptions(
    command,
    'forum create example --account "Example Ltd" --name "Example Forum"',
    'forum create exempel --account "Example Ltd" --name Exempelforum --language sv --topics Q,P',
  ).action(create);
}

function create(slug: string, options: CreateOptions): Promise<void> {
  const { account, name, formalName = name, language, topics, guides = '' } = options;
  return runChange(options, {}, async (database, { actor }) => {
    const wanted = { slug, account, name, formal_name: formalName, language, topics, guides };
    const created = await createForum(database, actor, wanted);
    const { id, account_id, revision, logo, ...document } = created;
    return { document: { ...document, account, has_logo: false }, text: `Created ${slug}.` };
  });
}

/** `forum show` */
export function addShow(program: Command): void {
  const command = forumCommand(program, 'show');
  withOutput(command, 'forum show example').action((slug: string, options: OutputOptions) =>
    runCommand(options, async ({ database }) => {
      const forum = await showForum(database, slug);
      return { document: forum, text: describe(forum) };
    }),
  );
}

function describe(forum: ForumOverview): string {
  const { metadata_fields, dialogs, archived_dialogs } = forum;
  const fields = metadata_fields.map(({ name, type, maximum }) => `${name} (${type}, up to ${maximum})`);
  return formatTable([
    ['Slug', forum.slug],
    ['Account', forum.account],
    ['Name', forum.name],
    ['Formal name', forum.formal_name],
    ['Intro message', forum.intro_message],
    ['Status message', forum.status_message],
    ['Status URL', forum.status_url],
    ['Popup header', forum.popup_header],
    ['Thank-you message', forum.thankyou_message],
    ['Topics', forum.topics.join(', ')],
    ['Default topic', forum.default_topic],
    ['Language', forum.language],
    ['Accent color', forum.accent_color],
    ['Own host name', forum.host || 'none'],
    ['Guides from', forum.guides || 'none'],
    ['Logo', forum.has_logo ? 'set' : 'none'],
    ['Held for review', forum.hold],
    ['States', forum.states.map(describeState).join(', ') || 'none'],
    ['Foreign images', forum.foreign_images ? 'shown' : 'shown as links'],
    ['Attachments', forum.attachments ? 'by people who are signed in' : 'off'],
    ['Allowed origins', forum.allowed_origins.join(', ') || 'any'],
    ['Metadata', fields.join(', ') || 'none'],
    ['Created', forum.created_at.toISOString()],
    ['Dialogs', `${dialogs} visible, ${archived_dialogs} archived`],
    ['Comments', String(forum.comments)],
    ['Tags', String(forum.tags)],
    ...describeMove(forum),
  ]);
}

function describeState({ name, closed, color, topics }: DialogState): string {
  return `${name} (${closed ? 'closed' : 'open'}, ${color}, ${topics.join(' ')})`;
}

/** `forum set` */
export function addSet(program: Command): void {
  const command = forumCommand(program, 'set')
    .addArgument(new Argument('<property>', 'the setting').choices([...Object.keys(SETTINGS), 'logo']))
    .argument(
      '<value>',
      "the new value; '' clears a message, a URL, the origins, the host name or the guides; for logo: a PNG, JPEG, GIF, WebP or AVIF file up to 1 MB, or none",
    );
  withChangeOptions(
    command,
    'forum set example intro-message "Ask us, and each other."',
    'forum set example topics Q,P,S',
    'forum set example hold links   # hold posts with links for review; or: new, none',
    "forum set example accent-color '#0a7d5c'   # the colour of its pages; or: #abc",
    'forum set example allowed-origins https://www.example.com,https://shop.example.com',
    'forum set example logo logo.png',
    'forum set example host forum.example.com   # pages at https://forum.example.com instead of /forum/example',
    'forum set example foreign-images off   # show images, sound and video of other sites as links',
    'forum set example attachments on       # let people who are signed in attach files',
    `forum set example states '[{"name": "answered", "color": "green", "closed": true, "topics": ["Q"]}]'   # all of them, in order`,
    'forum set example guides help.example.com   # the knowledge base whose guides answer, in the service at PAIR_URL',
  );
  command.action((slug: string, property: string, value: string, options: ChangeOptions) =>
    property === 'logo'
      ? changeLogo(slug, value, options)
      : set(slug, readSettings(command, property, value), options),
  );
}

/** Commander parses each argument by itself, but this value depends on the property. */
function readSettings(command: Command, property: string, value: string): Partial<ForumSettings> {
  const problem = `value '${value}' is invalid for ${property}`;
  return parseLate(command, problem, () => SETTINGS[property]?.(value) ?? {});
}

function set(slug: string, settings: Partial<ForumSettings>, options: ChangeOptions): Promise<void> {
  return runChange(options, { slug }, async (database, change) => {
    const serviceUrls = [configuredPublicUrl(), configuredDeskUrl()];
    const changed = await changeSettings(database, { ...change, serviceUrls }, settings);
    const text = changed ? `Changed ${slug}.` : `${slug} already has this setting.`;
    return { document: { slug, changed, ...settings }, text };
  });
}

function changeLogo(slug: string, value: string, options: ChangeOptions): Promise<void> {
  return runChange(options, { slug }, async (database, change) => {
    const changed = await setLogo(database, change, value === 'none' ? null : await readLogo(value));
    const text = changed ? `Changed ${slug}.` : `${slug} already has this logo.`;
    return { document: { slug, changed }, text };
  });
}

/** `forum delete` */
export function addDelete(program: Command): void {
  const command = forumCommand(program, 'delete');
  withChangeOptions(withConfirmation(command), 'forum delete old-forum --yes');
  command.action((slug: string, options: ChangeOptions) =>
    runChange(options, { slug }, async (database, change) => {
      await deleteForum(database, change);
      return { document: { slug, deleted: true }, text: `Deleted ${slug}.` };
    }),
  );
}

const FORUMS: ListView<ForumOverview> = {
  columns: {
    SLUG: ({ slug }) => slug,
    NAME: ({ name }) => name,
    ACCOUNT: ({ account }) => account,
    LANGUAGE: ({ language }) => language,
    DIALOGS: ({ dialogs }) => dialogs,
    COMMENTS: ({ comments }) => comments,
  },
  none: 'There are no forums. Create one with forum create.',
  full: true,
};

/** `forum list` */
export function addList(program: Command): void {
  const command = program.command('list');
  withOutput(command, 'forum list', "forum list --json | jq -r '.[].slug'");
  command.action((options: OutputOptions) =>
    runCommand(options, async ({ database }) => {
      const found = await listForums(database);
      return listAnswer(found, withMoves(FORUMS, found));
    }),
  );
}
