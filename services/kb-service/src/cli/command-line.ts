import { type CommandEntry, createProgram, type Program } from '@guidepost/command-line/program';

const COMMANDS: readonly CommandEntry[] = [
  ['create', 'create an empty knowledge base', async () => (await import('./knowledge-base.ts')).addCreate],
  [
    'list',
    'list knowledge bases, with published/all guides',
    async () => (await import('./knowledge-base.ts')).addList,
  ],
  [
    'show',
    'show the properties and the size of a knowledge base',
    async () => (await import('./knowledge-base.ts')).addShow,
  ],
  ['set', 'change a property of a knowledge base', async () => (await import('./knowledge-base.ts')).addSet],
  [
    'fetch',
    "save another vendor's help centre to a folder for kb import",
    async () => (await import('./shared-commands.ts')).addFetch,
  ],
  [
    'import',
    'import guides from a directory, a fetched help centre, or a Markdown, HTML or JSON file',
    async () => (await import('./archive.ts')).addImport,
  ],
  [
    'export',
    'export a knowledge base to a JSON file for kb import',
    async () => (await import('./archive.ts')).addExport,
  ],
  ['publish', 'publish guides with their drafts', async () => (await import('./guide.ts')).addPublish],
  ['unpublish', 'hide guides from readers', async () => (await import('./guide.ts')).addUnpublish],
  [
    'rename',
    'change the slug of a guide; the former slug redirects',
    async () => (await import('./guide.ts')).addRename,
  ],
  ['guide', 'list, show, arrange and delete guides', async () => (await import('./guide.ts')).addGuide],
  [
    'draft',
    'write, propose and schedule drafts of guides',
    async () => (await import('./draft.ts')).addDraft,
  ],
  [
    'version',
    'show and restore published versions of guides',
    async () => (await import('./version.ts')).addVersion,
  ],
  [
    'category',
    'manage categories and the order of their guides',
    async () => (await import('./category.ts')).addCategory,
  ],
  ['tag', 'manage tags', async () => (await import('./tag.ts')).addTag],
  ['host', 'manage the host names of a knowledge base', async () => (await import('./host.ts')).addHost],
  [
    'redirect',
    'manage old addresses, and check those of a former site',
    async () => (await import('./redirect.ts')).addRedirect,
  ],
  ['audit', 'show who changed what', async () => (await import('./knowledge-base.ts')).addAudit],
  [
    'insights',
    'show what readers look for, read and miss',
    async () => (await import('./insights.ts')).addInsights,
  ],
  [
    'comment',
    'manage the comments that readers leave when a guide did not help',
    async () => (await import('./insights.ts')).addComment,
  ],
  [
    'reindex',
    'rebuild the search index of one knowledge base or of all; search keeps working meanwhile',
    async () => (await import('./search.ts')).addReindex,
  ],
  ['search', 'show the state of the search index', async () => (await import('./search.ts')).addSearch],
  ['synonyms', 'manage synonyms for search', async () => (await import('./search.ts')).addSynonyms],
  [
    'key',
    'manage the access keys of a knowledge base',
    async () => (await import('./shared-commands.ts')).addKey,
  ],
  [
    'webhook',
    'notify other programs of changes',
    async () => (await import('./shared-commands.ts')).addWebhooks,
  ],
  [
    'contact',
    'choose where messages of readers go, and manage those that wait',
    async () => (await import('./contact.ts')).addContact,
  ],
  [
    'widget',
    'choose which guides the widget suggests on pages of others, and keep versions of it',
    async () => (await import('./widget.ts')).addWidget,
  ],
  [
    'staff',
    'manage the people who work at the desk',
    async () => (await import('./shared-commands.ts')).addStaff,
  ],
  ['files', 'manage where images are stored', async () => (await import('./files.ts')).addFiles],
  [
    'move',
    'move a knowledge base to another database while the service runs',
    async () => (await import('./shared-commands.ts')).addMove,
  ],
  [
    'delete',
    'delete a knowledge base and all its content',
    async () => (await import('./knowledge-base.ts')).addDelete,
  ],
  [
    'migrate',
    'apply pending database migrations, as the service and other commands do on start',
    async () => (await import('./shared-commands.ts')).addMigrate,
  ],
];

/** `kb` with all its commands. */
export function createKbProgram(): Program {
  return createProgram({
    name: 'kb',
    description: 'Manage knowledge bases and their guides.',
    urlVariable: 'KB_DATABASE_URL',
    commands: COMMANDS,
  });
}
