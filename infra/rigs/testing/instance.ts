import { until } from '@guidepost/local-servers/testing';
import type { Environment, Metrics } from '@guidepost/service-kit';
import { listenWith } from '@guidepost/testing';
import { createListener } from '../../../services/forum-service/src/app.ts';
import { readConfig as readForumConfig } from '../../../services/forum-service/src/config.ts';
import { createContext as createForumContext } from '../../../services/forum-service/src/context.ts';
import { readConfig as readKbConfig } from '../../../services/kb-service/src/config.ts';
import { createContext as createKbContext } from '../../../services/kb-service/src/context.ts';
import { listenerOf } from '../../../services/kb-service/src/testing/test-service.ts';
import { acceptedAt } from '../content.ts';
import type { ServiceName } from '../place.ts';

/** An instance of a service in this process, on a database with content. */
export interface Instance {
  get(path: string): Promise<{ status: number; text: string }>;
  post(path: string, body: object): Promise<number>;
  metrics: Metrics;
  /** Resolves when it has heard of the revision of its only tenant. */
  heard(revision: number): Promise<void>;
  close(): Promise<void>;
}

/** The id of the only tenant of each. */
export const TENANT = 1;

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
    async heard(revision) {
      await until(`the instance knows revision ${revision}`, () => revisions.isCurrent(TENANT, revision));
    },
    async get(path) {
      const headers = { Accept: acceptedAt(path) };
      const answer = await fetch(origin + path, { headers, redirect: 'manual' });
      return { status: answer.status, text: await answer.text() };
    },
    async post(path, body) {
      const accepted = acceptedAt(path);
      const type = accepted === '*/*' ? 'application/json' : accepted;
      const headers = { Accept: accepted, 'Content-Type': type };
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

function openKb(environment: Environment) {
  const context = createKbContext(readKbConfig(environment));
  return { context, listener: listenerOf(context) };
}

function openForum(environment: Environment) {
  const files = { FORUM_FILES_DIRECTORY: '/nonexistent' };
  const context = createForumContext(readForumConfig({ ...files, ...environment }));
  return { context, listener: createListener(context) };
}
