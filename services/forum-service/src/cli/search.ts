import {
  createReindex,
  createSearchStatus,
  createSynonyms,
  type SearchCommandOptions,
} from '@guidepost/command-line/search';
import { parseId } from '@guidepost/service-kit';
import { dialogFeed } from '../indexing/dialog-feed.ts';
import { dialogSearchStatus, queueDialogs } from '../search/search-index.ts';
import { requireForum } from '../tenants/find-forum.ts';
import { parseSlug } from './arguments.ts';
import { configuredEmbedder, configuredEngine } from './configured.ts';
import { runCommand } from './run-command.ts';

const SHARED: SearchCommandOptions = {
  tenant: { name: 'slug', description: 'the slug of a forum (default: all forums)', parse: parseSlug },
  example: 'example',
  runCommand,
  engine: configuredEngine,
  embedder: configuredEmbedder,
};

/** `forum search status` */
export const addSearch = createSearchStatus({
  ...SHARED,
  read: dialogSearchStatus,
  describe: ({ slug: name, set_aside }) => ({
    name,
    rejected: set_aside.map(({ id, ...refusal }) => ({ name: String(id), ...refusal })),
  }),
  none: 'There are no forums.',
  document: '7',
  findDocument: async (database, slug, id) => ({
    tenant: await requireForum(database, slug),
    id: parseId(id) ?? 0,
  }),
});

/** `forum reindex` */
export const addReindex = createReindex({
  ...SHARED,
  nouns: { one: 'dialog', many: 'dialogs' },
  queue: queueDialogs,
  feed: dialogFeed,
});

/** `forum synonyms` */
export const addSynonyms = createSynonyms({
  ...SHARED,
  tenant: { ...SHARED.tenant, description: 'the slug of the forum' },
  find: requireForum,
});
