import { until } from '@guidepost/local-servers/testing';
import { closeDatabase, type RevisionWatch } from '@guidepost/postgres';
import type { Environment, Metrics } from '@guidepost/service-kit';
import { listenWith, openTestDatabase } from '@guidepost/testing';
import { createListener } from '../../services/forum-service/src/app.ts';
import { readConfig as readForumConfig } from '../../services/forum-service/src/config.ts';
import { createContext as createForumContext } from '../../services/forum-service/src/context.ts';
import { writeComments, writeDialogs, writeForum } from '../../services/forum-service/src/testing/content.ts';
import { migrateDatabase as migrateForum } from '../../services/forum-service/src/testing/test-service.ts';
import { readConfig as readKbConfig } from '../../services/kb-service/src/config.ts';
import { createContext as createKbContext } from '../../services/kb-service/src/context.ts';
import { writeContent } from '../../services/kb-service/src/testing/content.ts';
import { EXAMPLE } from '../../services/kb-service/src/testing/example.ts';
import {
  listenerOf,
  migrateDatabase as migrateKb,
} from '../../services/kb-service/src/testing/test-service.ts';

export type ServiceName = 'kb' | 'forum';

/** An instance of a service on a database with content. */
export interface Instance {
  get(path: string): Promise<{ status: number; text: string }>;
  post(path: string, body: object): Promise<number>;
  metrics: Metrics;
  /** Resolves when it has heard of the revision of its only tenant. */
  heard(revision: number): Promise<void>;
  close(): Promise<void>;
}

export const HOST = EXAMPLE.host;

const MEDIA_TYPE = 'application/vnd.api+json';

/** What everybody may read, and a revision covers. */
export const PATHS: Readonly<Record<ServiceName, readonly string[]>> = {
  kb: [
    `/knowledge/v1/${HOST}/guides`,
    `/knowledge/v1/${HOST}/guides?include=categories,tags&sort=title`,
    `/knowledge/v1/${HOST}/guides/31`,
    `/knowledge/v1/${HOST}/guides/slug/apples?include=categories`,
    `/knowledge/v1/${HOST}/categories`,
    `/knowledge/v1/${HOST}/categories/13/guides`,
    `/knowledge/v1/${HOST}/tags/22`,
    `/knowledge/v1/${HOST}/guides/31/knowledge_base`,
    `/knowledge/v1/${HOST}?include=guides.tags`,
    `/site/${HOST}/guides/install`,
    `/site/${HOST}/categories/start`,
    `/site/${HOST}/tags/new`,
    `/site/${HOST}/guides`,
    `/site/${HOST}`,
    `/site/${HOST}/sitemap.xml`,
  ],
  forum: [
    '/api/help.json',
    '/api/help/q.xml?sort=-num_votes',
    '/api/popular/help.json',
    '/api/dialog/help/1001.json',
    '/api/comment/help/1001.json',
    '/api/comment/help/1001/1101.json',
    '/forum/help',
    '/forum/help/1001',
    '/forum/help/questions',
    '/forum/help/dialogs',
    '/forum/help/tags',
    '/forum/help/feed.atom',
    '/forum/help/1001/feed.atom',
    '/forum/help/sitemap.xml',
  ],
};

export async function writeEverything(name: ServiceName, url: string): Promise<void> {
  await { kb: migrateKb, forum: migrateForum }[name](url);
  const database = openTestDatabase(url);
  if (name === 'kb') await writeContent(database, EXAMPLE);
  else {
    const forum = await writeForum(database, { slug: 'help' });
    await writeDialogs(database, forum, [{ id: 1001, state: 'answered', tags: ['known'] }, { id: 1002 }]);
    await writeComments(database, forum, [{ id: 1101, dialog_id: 1001, text: 'So.' }]);
    // Or the thousandth post would get the id of a poster written here.
    await database.none('alter table posters alter column id restart with 2000');
  }
  await closeDatabase(database);
}

/** Raises the revision with a change to what the first path shows. */
export const CHANGES: Readonly<Record<ServiceName, string>> = {
  kb: `update guides set title = title || ' again', updated_at = now() where id = 31`,
  forum: `update dialogs set title = title || ' again' where id = 1001`,
};

export async function startInstance(
  name: ServiceName,
  url: string,
  more: Environment = {},
): Promise<Instance> {
  const prefix = name.toUpperCase();
  const environment = { LOG_LEVEL: 'silent', RATE_LIMITS: 'off', [`${prefix}_DATABASE_URL`]: url, ...more };
  const { context, listener } = name === 'kb' ? openKb(environment) : openForum(environment);
  const { origin, close } = await listenWith(listener);
  const { revisions, metrics } = context;
  await until('the instance listens', () => revisions.listening);
  return {
    metrics,
    heard: (revision) => untilHeard(revisions, revision),
    async get(path) {
      const headers = { Accept: acceptedAt(path) };
      const answer = await fetch(origin + path, { headers, redirect: 'manual' });
      return { status: answer.status, text: await answer.text() };
    },
    async post(path, body) {
      const type = path.startsWith('/knowledge/') ? MEDIA_TYPE : 'application/json';
      const headers = { Accept: acceptedAt(path), 'Content-Type': type };
      const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
      await answer.body?.cancel();
      return answer.status;
    },
    async close() {
      await close();
      await context.close();
    },
  };
}

function acceptedAt(path: string): string {
  return path.startsWith('/knowledge/') ? MEDIA_TYPE : '*/*';
}

function openKb(environment: Environment) {
  const context = createKbContext(readKbConfig(environment));
  return { context, listener: listenerOf(context) };
}

function openForum(environment: Environment) {
  const context = createForumContext(
    readForumConfig({ FORUM_FILES_DIRECTORY: '/nonexistent', ...environment }),
  );
  return { context, listener: createListener(context) };
}

/** The id of the only tenant of each. */
export const TENANT = 1;

async function untilHeard(revisions: RevisionWatch, revision: number): Promise<void> {
  await until(`the instance knows revision ${revision}`, () => revisions.isCurrent(TENANT, revision));
}
