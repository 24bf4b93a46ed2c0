import { closeDatabase } from '@guidepost/postgres';
import { openTestDatabase } from '@guidepost/testing';
import { readConfig as readForumConfig } from '../../services/forum-service/src/config.ts';
import { createContext as createForumContext } from '../../services/forum-service/src/context.ts';
import { writeComments, writeDialogs, writeForum } from '../../services/forum-service/src/testing/content.ts';
import { signInAs as signInAtForum } from '../../services/forum-service/src/testing/desk-client.ts';
import { migrateDatabase as migrateForum } from '../../services/forum-service/src/testing/test-service.ts';
import { readConfig as readKbConfig } from '../../services/kb-service/src/config.ts';
import { createContext as createKbContext } from '../../services/kb-service/src/context.ts';
import { writeContent } from '../../services/kb-service/src/testing/content.ts';
import { signInAs as signInAtKb } from '../../services/kb-service/src/testing/desk-client.ts';
import { EXAMPLE } from '../../services/kb-service/src/testing/example.ts';
import { migrateDatabase as migrateKb } from '../../services/kb-service/src/testing/test-service.ts';
import type { ServiceName } from './place.ts';

export const HOST = EXAMPLE.host;

/** Addresses that everyone may read, and whose answers a revision covers. */
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

const JSON_API = 'application/vnd.api+json';

/** The `Accept` of a client that reads this address. */
export function acceptedAt(path: string): string {
  return path.startsWith('/knowledge/') ? JSON_API : '*/*';
}

/** Migrates an empty database, and writes what the paths show. */
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

export interface DeskWorker {
  /** The address of the service, which links lead to. */
  origin: string;
  /** A host, or the slug of a forum. */
  tenant: string;
  name?: string;
}

/** An owner who accepts an invitation to the desk of a service in another process. */
export async function signInAtDesk(
  service: ServiceName,
  url: string,
  { origin, tenant, name = 'Eva Ek' }: DeskWorker,
): Promise<{ cookie: string; token: string }> {
  const common = { DESK_URL: origin, LOG_LEVEL: 'silent' };
  const database = openTestDatabase(url);
  const person = { role: 'owner', name } as const;
  try {
    if (service === 'kb') {
      const context = createKbContext(readKbConfig({ KB_DATABASE_URL: url, ...common }));
      const signedIn = await signInAtKb({ database, context } as never, { host: tenant, ...person });
      await context.close();
      return signedIn;
    }
    const files = { FORUM_FILES_DIRECTORY: '/nonexistent' };
    const context = createForumContext(readForumConfig({ FORUM_DATABASE_URL: url, ...files, ...common }));
    const signedIn = await signInAtForum({ database, context } as never, { slug: tenant, ...person });
    await context.close();
    return signedIn;
  } finally {
    await closeDatabase(database);
  }
}
