import {
  createReindex,
  createSearchStatus,
  createSynonyms,
  type SearchCommandOptions,
} from '@guidepost/command-line/search';
import { findGuideBySlug } from '../content/find-guide.ts';
import { noSuchSlug } from '../content/former-slugs.ts';
import { changeSynonyms } from '../search/change-synonyms.ts';
import { guideFeed } from '../search/guide-documents.ts';
import { guideSearchStatus } from '../search/guide-search-status.ts';
import { queueGuides } from '../search/queue-guides.ts';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';
import { parseHostArgument } from './arguments.ts';
import { configuredEmbedder, configuredEngine } from './configured.ts';
import { operatorNamed, operatorOf, runCommand } from './run-command.ts';

const SHARED: SearchCommandOptions = {
  tenant: {
    name: 'host',
    description: 'the host name of a knowledge base (default: all knowledge bases)',
    parse: parseHostArgument,
  },
  example: 'help.example.com',
  runCommand,
  engine: configuredEngine,
  embedder: configuredEmbedder,
};

export const addReindex = createReindex({
  ...SHARED,
  nouns: { one: 'guide', many: 'guides' },
  queue: (database, host) => queueGuides(database, operatorOf({}), { host }),
  feed: guideFeed,
});

export const addSearch = createSearchStatus({
  ...SHARED,
  read: guideSearchStatus,
  describe: ({ host: name, set_aside }) => ({
    name,
    rejected: set_aside.map(({ slug, ...refusal }) => ({ name: slug, ...refusal })),
  }),
  none: 'There are no knowledge bases.',
  document: 'pay-an-invoice',
  async findDocument(database, host, slug) {
    const tenant = await requireKnowledgeBase(database, host);
    const knowledgeBaseId = tenant.id;
    const guide = await findGuideBySlug(database, { knowledgeBaseId, slug });
    if (!guide) throw await noSuchSlug(database, { knowledgeBaseId, slug });
    return { tenant, id: guide.id };
  },
});

export const addSynonyms = createSynonyms({
  ...SHARED,
  tenant: { ...SHARED.tenant, description: 'the host name of the knowledge base' },
  find: requireKnowledgeBase,
  audit: (database, { tenant: host, by, words }, work) =>
    changeSynonyms(database, operatorNamed(by), { host, words, work }),
});
