import { type CommandEntry, createProgram, type Program } from '@guidepost/command-line/program';

const COMMANDS: readonly CommandEntry[] = [
  ['account', 'manage the accounts that own forums', async () => (await import('./account.ts')).addAccount],
  ['create', 'create an empty forum', async () => (await import('./forum.ts')).addCreate],
  [
    'list',
    'list forums with counts of visible dialogs and comments',
    async () => (await import('./forum.ts')).addList,
  ],
  ['show', 'show the settings and the size of a forum', async () => (await import('./forum.ts')).addShow],
  ['set', 'change a setting of a forum', async () => (await import('./forum.ts')).addSet],
  ['dialog', 'list and moderate dialogs', async () => (await import('./dialog.ts')).addDialog],
  ['comment', 'list and moderate comments', async () => (await import('./comment.ts')).addComment],
  [
    'deleted',
    'list deleted posts, which can be restored',
    async () => (await import('./moderation.ts')).addDeleted,
  ],
  ['tag', 'manage tags and who sees them', async () => (await import('./tag.ts')).addTag],
  [
    'reports',
    'handle reports of inappropriate posts',
    async () => (await import('./moderation.ts')).addReports,
  ],
  ['canned', 'manage the canned answers of the desk', async () => (await import('./canned.ts')).addCanned],
  [
    'redirect',
    'manage old addresses and where each leads',
    async () => (await import('./redirect.ts')).addRedirect,
  ],
  [
    'guides',
    'show which guides of the knowledge base (KB_API_URL) answered questions before they were posted',
    async () => (await import('./insights.ts')).addGuides,
  ],
  ['block', 'manage blocked e-mail and IP addresses', async () => (await import('./moderation.ts')).addBlock],
  ['audit', 'show who changed what', async () => (await import('./insights.ts')).addAudit],
  [
    'insights',
    'show what was posted, how soon it was answered, and what people look for',
    async () => (await import('./insights.ts')).addInsights,
  ],
  [
    'fetch',
    "save another vendor's forum to a folder for forum import",
    async () => (await import('./shared-commands.ts')).addFetch,
  ],
  [
    'import',
    'import an archive of dialogs with their comments, votes and tags, or a forum of Discourse',
    async () => (await import('./import.ts')).addImport,
  ],
  [
    'export',
    'export a forum to an archive for forum import, or all data about a person',
    async () => (await import('./archive.ts')).addExport,
  ],
  [
    'erase',
    'erase all personal data of a person; their posts stay without a name',
    async () => (await import('./person.ts')).addErase,
  ],
  [
    'reindex',
    'rebuild the search index of one forum or of all; search keeps working meanwhile',
    async () => (await import('./search.ts')).addReindex,
  ],
  ['search', 'show the state of the search index', async () => (await import('./search.ts')).addSearch],
  ['synonyms', 'manage synonyms for search', async () => (await import('./search.ts')).addSynonyms],
  ['key', 'manage the access keys of an account', async () => (await import('./shared-commands.ts')).addKey],
  [
    'webhook',
    'notify other programs of changes',
    async () => (await import('./shared-commands.ts')).addWebhooks,
  ],
  [
    'staff',
    'manage the people who work at the desk',
    async () => (await import('./shared-commands.ts')).addStaff,
  ],
  [
    'metadata',
    'manage the metadata fields of a forum, whose values only editors see',
    async () => (await import('./metadata.ts')).addMetadata,
  ],
  ['file|files', 'manage uploaded files', async () => (await import('./file.ts')).addFile],
  [
    'move',
    'move a forum and its account to another database while the service runs',
    async () => (await import('./shared-commands.ts')).addMove,
  ],
  ['delete', 'delete a forum and all its content', async () => (await import('./forum.ts')).addDelete],
  [
    'migrate',
    'apply pending database migrations, as the service and other commands do on start',
    async () => (await import('./shared-commands.ts')).addMigrate,
  ],
];

/** `forum` with all its commands. */
export function createForumProgram(): Program {
  return createProgram({
    name: 'forum',
    description: 'Manage forums and the accounts that own them.',
    urlVariable: 'FORUM_DATABASE_URL',
    commands: COMMANDS,
  });
}
