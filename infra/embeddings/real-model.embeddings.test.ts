import {
  createAnalyzer,
  createEmbeddedSearch,
  createEmbedder,
  createEmbedding,
  createQueryVectors,
  type Embedder,
  SEARCH_MIGRATIONS,
  type SearchDocument,
} from '@guidepost/search';
import { createLogger } from '@guidepost/service-kit/process';
import { type MigratedDatabase, openMigratedDatabase } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findEmbeddingModel } from './find-model.ts';
import { type ServedModel, serveModel } from './serve-model.ts';

const TENANT = { id: 1, language: 'en' };
const PATIENCE = 20_000;

const GUIDES = [
  ['Reset your password', 'Choose a new one on the login page. You get a link by e-mail.'],
  ['Pay an invoice', 'Use a card or a bank transfer within thirty days.'],
  ['Print a document', 'Connect the printer and choose the paper size.'],
  ['Invite colleagues', 'Members of your team get an e-mail and join the workspace.'],
  ['Delete your account', 'All of your data is erased after fourteen days.'],
  ['Track a parcel', 'The carrier shows where your order is.'],
  ['Keyboard shortcuts', 'Press Control and K to search from anywhere.'],
  ['Dark mode', 'Turn the background black in the evening.'],
  ['Export to a spreadsheet', 'Download all rows as a CSV file.'],
  ['Calendar feeds', 'Subscribe to events with any calendar program.'],
];

/** Questions with few words of the guide that answers them. */
const QUESTIONS: readonly [question: string, title: string][] = [
  ['I cannot sign in any more', 'Reset your password'],
  ['how can I settle my bill', 'Pay an invoice'],
  ['how do I close my profile for good', 'Delete your account'],
  ['when will my package arrive', 'Track a parcel'],
  ['add people to the group', 'Invite colleagues'],
];

let model: ServedModel;
let embedder: Embedder;
let opened: MigratedDatabase;

beforeAll(async () => {
  const found = findEmbeddingModel();
  if (!found) throw new Error('There is no model.');
  model = await serveModel(found);
  embedder = createEmbedder({ url: model.url, model: found.name });
  opened = await openMigratedDatabase('search', [SEARCH_MIGRATIONS]);
}, 60_000);
afterAll(async () => {
  await opened.close();
  await model.stop();
});

describe('a real model', () => {
  it('ranks first what answers questions in other words, more often than words alone do', async () => {
    const { database } = opened;
    const documents = GUIDES.map(([title = '', text = ''], place): SearchDocument => {
      return { id: place + 1, fields: [title, '', text], facets: {} };
    });
    const search = createEmbeddedSearch(database, { hasVectors: true });
    await search.put(TENANT, documents);
    const load = async (_: number, ids: number[]) => ({
      tenant: TENANT,
      documents: documents.filter(({ id }) => ids.includes(id)),
    });
    const feed = { database, load, embedder, onRefused: () => {} };
    const embedSome = createEmbedding(feed, new AbortController().signal);
    while (await embedSome()) {
      // until all have vectors
    }
    const logger = createLogger({ service: 'test', level: 'silent' });
    const vectors = createQueryVectors({ embedder, logger, timeLimit: PATIENCE });
    const answered = async (hasVectors: boolean) => {
      const right = [];
      for (const [question, title] of QUESTIONS) {
        const query = createAnalyzer('en').query(question);
        const vector = hasVectors ? await vectors.find(query, false) : undefined;
        const { ids } = await search.search({ tenant: TENANT, query, vector, offset: 0, limit: 1 });
        if (GUIDES[(ids[0] ?? 0) - 1]?.[0] === title) right.push(question);
      }
      return right.length;
    };
    const byWords = await answered(false);
    expect(await answered(true)).toBeGreaterThan(byWords);
  });
});
