import {
  describeDetails,
  describeMove,
  formatTable,
  type ListOptions,
  type ListView,
  listAnswer,
  minuteOf,
  type OutputOptions,
  parseLanguage,
  parseName,
  withEditor,
  withListOptions,
  withMoves,
  withOutput,
} from '@guidepost/command-line';
import { readLogo } from '@guidepost/files/images';
import { parseAccentColor } from '@guidepost/pages/accent-color';
import { readSourceFile } from '@guidepost/service-kit';
import { Argument, type Command, InvalidArgumentError } from 'commander';
import { LOOK_NAMES, type LookName } from '../look/look-properties.ts';
import { createKnowledgeBase, deleteKnowledgeBase, setProperties } from '../tenants/administration.ts';
import { type AuditEntry, listChanges } from '../tenants/audit.ts';
import { isForumSlug, setForum } from '../tenants/forum.ts';
import { setLogo } from '../tenants/logo.ts';
import { setLook } from '../tenants/look.ts';
import {
  type KnowledgeBaseOverview,
  listKnowledgeBases,
  type Properties,
  showKnowledgeBase,
} from '../tenants/overviews.ts';
import { ACCESS_NOTE, hostCommand, parseAccess, parseNewHost } from './arguments.ts';
import { answer, type ChangeOptions, createCommand, createGroup } from './commands.ts';
import { type Change, changeFallbacks, changeLanguages, type SetOptions } from './languages.ts';
import { operatorOf, runCommand } from './run-command.ts';

interface CreateOptions extends ChangeOptions, Omit<Properties, 'organization_name' | 'accent_color'> {
  organization: string;
  forum?: string;
}

/** `kb create` */
export function addCreate(program: Command): void {
  const command = program
    .command('create')
    .argument('<host>', 'the host name of the knowledge base', parseNewHost)
    .requiredOption('--name <name>', 'the name that readers see', parseName)
    .requiredOption('--organization <name>', 'the organization that owns it', parseName)
    .option('--language <tag>', 'the main language of its guides, BCP 47', parseLanguage, 'en')
    .option('--access <mode>', 'who may read it: public, key or disabled', parseAccess, 'public')
    .option('--forum <slug>', 'its forum, in the service at PAIR_URL', parseForum);
  withOutput(
    withEditor(command),
    'kb create help.example.com --name "Example Help" --organization "Example Ltd" --language sv',
  )
    .addHelpText('after', ACCESS_NOTE)
    .action((host: string, { name, organization, language, access, forum, ...options }: CreateOptions) =>
      runCommand(options, async ({ database }) => {
        const properties = { host, name, organization_name: organization, language, access };
        const actor = operatorOf(options);
        const { id, revision, forum_url, look, main_id, main_host, languages, ...created } =
          await createKnowledgeBase(database, actor, properties);
        if (forum !== undefined) await setForum(database, actor, { host, slug: forum });
        return answer({ ...created, forum: forum ?? '' }, `Created ${host} (access: ${access}).`);
      }),
    );
}

const KNOWLEDGE_BASES: ListView<KnowledgeBaseOverview> = {
  columns: {
    HOST: ({ host }) => host,
    NAME: ({ name }) => name,
    ACCESS: ({ access }) => access,
    LANGUAGE: ({ languages }) => languages.join(', '),
    GUIDES: ({ guides, published_guides }) => `${published_guides}/${guides}`,
  },
  none: 'There are no knowledge bases. Create one with kb create.',
  full: true,
};

/** `kb list` */
export function addList(program: Command): void {
  const command = program.command('list');
  withOutput(command, 'kb list', "kb list --json | jq -r '.[].host'").action((options: OutputOptions) =>
    runCommand(options, async ({ database }) => {
      const found = await listKnowledgeBases(database);
      return listAnswer(found, withMoves(KNOWLEDGE_BASES, found));
    }),
  );
}

/** `kb show` */
export const addShow = createCommand({
  name: 'show',
  examples: ['kb show help.example.com'],
  async read({ database, host }) {
    const knowledgeBase = await showKnowledgeBase(database, host);
    return answer(knowledgeBase, describe(knowledgeBase));
  },
});

function describe(knowledgeBase: KnowledgeBaseOverview): string {
  const { guides, published_guides, categories, tags, logo, look } = knowledgeBase;
  return formatTable([
    ['Host', knowledgeBase.host],
    ['Other hosts', knowledgeBase.other_hosts.join(', ') || 'none'],
    ['Name', knowledgeBase.name],
    ['Organization', knowledgeBase.organization_name],
    ['Language', knowledgeBase.languages.join(', ')],
    ['Access', knowledgeBase.access],
    ['Accent color', knowledgeBase.accent_color],
    ['Forum', knowledgeBase.forum || 'none'],
    ['Logo', logo ? `${logo.address}, ${logo.width} × ${logo.height} pixels` : 'none'],
    ...LOOK_NAMES.flatMap((name) => (look[name] ? [[labelOf(name), firstLineOf(look[name])]] : [])),
    ['Created', knowledgeBase.created_at.toISOString()],
    ['Guides', `${guides}, ${published_guides} of them published`],
    ['Categories', String(categories)],
    ['Tags', String(tags)],
    ...describeMove(knowledgeBase),
  ]);
}

/** `header_links` → `Header links` */
function labelOf(name: LookName): string {
  return name === 'css' ? 'CSS' : name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}

function firstLineOf(text: string): string {
  const [line = '', ...more] = text.split('\n');
  return more.length > 0 ? `${line} …` : line;
}

/** `kb delete` */
export const addDelete = createCommand({
  name: 'delete',
  examples: ['kb delete old.example.com --yes'],
  addOptions: (command) => command.requiredOption('--yes', 'confirm; this cannot be undone'),
  async change({ database, actor, host }) {
    await deleteKnowledgeBase(database, actor, { host });
    return answer({ host, deleted: true }, `Deleted ${host}.`);
  },
});

const PROPERTIES: Record<string, (value: string) => Change> = {
  name: (value) => changeTo({ name: parseName(value) }),
  organization: (value) => changeTo({ organization_name: parseName(value) }),
  language: (value) => changeTo({ language: parseLanguage(value) }),
  languages: changeLanguages,
  fallbacks: changeFallbacks,
  access: (value) => changeTo({ access: parseAccess(value) }),
  'accent-color': (value) => changeTo({ accent_color: parseAccent(value) }),
  logo: changeLogo,
  forum: changeForum,
  ...Object.fromEntries(
    LOOK_NAMES.map((name) => [name.replaceAll('_', '-'), (value: string) => changeLook(name, value)]),
  ),
};

/** `kb set` */
export function addSet(program: Command): void {
  const command = hostCommand(program, 'set')
    .addArgument(new Argument('<property>', 'the property').choices(Object.keys(PROPERTIES)))
    .argument(
      '<value>',
      'the new value, or none; for logo: a PNG, JPEG, GIF, WebP or AVIF file up to 1 MB; for css: a file',
    );
  command.option('--yes', 'confirm that languages are removed with their translations');
  withOutput(
    withEditor(command),
    'kb set help.example.com access public',
    'kb set help.example.com languages en,de,pt-BR,zh-Hant   # the main one first',
    'kb set help.example.com fallbacks pt-BR=es,en   # shown where a translation is missing; or: pt-BR=default',
    'kb set help.example.com name "Example Help"',
    "kb set help.example.com accent-color '#0a7d5c'",
    'kb set help.example.com logo logo.png',
    'kb set help.example.com forum example   # the forum that readers may ask; or: none',
    'kb set help.example.com notice "Our office is closed today."',
    "kb set help.example.com footer-links $'Shop https://shop.example.com\\nStatus https://status.example.com'",
    'kb set help.example.com css ./help.css',
  )
    .addHelpText('after', ACCESS_NOTE)
    .action((host: string, property: string, value: string, options: SetOptions) => {
      const change = readChange(command, property, value);
      return runCommand(options, async ({ database }) => {
        const outcome = await change(database, operatorOf(options), host, options);
        const text = outcome.changed ? `Changed ${host}.` : `${host} already has this ${property}.`;
        return answer({ host, ...outcome }, text);
      });
    });
}

function parseAccent(value: string): string {
  const color = parseAccentColor(value);
  if (color) return color;
  throw new InvalidArgumentError("It must be a colour such as '#0a7d5c' or '#abc'.");
}

function changeTo(properties: Partial<Properties>): Change {
  return async (database, actor, host) => ({
    changed: await setProperties(database, actor, { host, ...properties }),
    ...properties,
  });
}

function changeLogo(value: string): Change {
  return async (database, actor, host) =>
    setLogo(database, actor, { host, logo: value === 'none' ? null : await readLogo(value) });
}

function changeLook(name: LookName, value: string): Change {
  return async (database, actor, host) => {
    const text = value === 'none' ? '' : name === 'css' ? await readStyle(value) : value;
    return { changed: await setLook(database, actor, { host, texts: { [name]: text } }), [name]: text };
  };
}

async function readStyle(file: string): Promise<string> {
  return new TextDecoder().decode(await readSourceFile(file, file));
}

function changeForum(value: string): Change {
  const slug = value === 'none' ? '' : parseForum(value);
  return async (database, actor, host) => ({
    changed: await setForum(database, actor, { host, slug }),
    forum: slug,
  });
}

function parseForum(value: string): string {
  if (isForumSlug(value)) return value;
  throw new InvalidArgumentError('It must be the slug of a forum, such as example.');
}

/** Commander parses each argument by itself, but this value depends on the property. */
function readChange(command: Command, property: string, value: string): Change {
  try {
    return PROPERTIES[property]?.(value) ?? changeTo({});
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    return command.error(`error: value '${value}' is invalid for ${property}. ${error.message}`);
  }
}

const ENTRIES: ListView<AuditEntry> = {
  columns: {
    'AT (UTC)': ({ at }) => minuteOf(at),
    BY: ({ by }) => by,
    DOOR: ({ door }) => door,
    WHAT: ({ action }) => action,
    SUBJECT: ({ subject }) => subject ?? '',
    DETAILS: ({ details }) => describeDetails(details),
  },
  none: 'No changes found.',
};

/** `kb audit` */
export const addAudit = createGroup('audit', [
  {
    name: 'list',
    description: 'list changes, newest first, including those of deleted knowledge bases',
    examples: ['kb audit list help.example.com', 'kb audit list help.example.com --since 7d --json'],
    addOptions: withListOptions,
    read: async ({ database, host }, _, { json, ...options }: ListOptions & OutputOptions) =>
      listAnswer(await listChanges(database, { host, ...options }), ENTRIES, options.limit),
  },
]);
