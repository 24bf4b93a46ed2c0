import type { Database } from '@guidepost/postgres';
import type { Environment } from '@guidepost/service-kit';
import { type Commands, commandsOn } from './command-fixture.ts';
import { writeForum, writeKey } from './content.ts';
import { startTestService, type TestService } from './test-service.ts';

/** The service with an empty forum `help` and its commands. */
export interface ModeratedService extends TestService, Omit<Commands, 'release'> {
  forumId: number;
  key: string;
  /** A public read, once the service knows all changes. */
  read(path: string): Promise<{ status: number; total: number; body: unknown }>;
}

export async function startModeratedService(environment: Environment = {}): Promise<ModeratedService> {
  const service = await startTestService({ RATE_LIMITS: 'off', ...environment });
  const { release, ...commands } = commandsOn(service.url);
  const forumId = await writeForum(service.database, { slug: 'help' });
  return {
    ...service,
    ...commands,
    forumId,
    key: await writeKey(service.database, forumId),
    async read(path) {
      await service.settled('help');
      const { status, headers, body } = await service.get(path);
      return { status, total: Number(headers['x-totalresults']), body };
    },
    async stop() {
      release();
      await service.stop();
    },
  };
}

export async function emptyForum(database: Database, forumId: number): Promise<void> {
  for (const table of ['deleted_posts', 'dialogs', 'tags', 'topic_counts', 'posters'])
    await database.none('delete from $1:name where forum_id = $2', [table, forumId]);
}
