import { openSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type FuzzedArea, type FuzzingClient } from '@guidepost/openapi/testing';
import {
  FUZZED_ENVIRONMENT as FORUM_ENVIRONMENT,
  prepareFuzzing as prepareForum,
} from '../../services/forum-service/src/testing/fuzzing/prepare-fuzzing.ts';
import { startTestService as startForum } from '../../services/forum-service/src/testing/test-service.ts';
import {
  FUZZED_ENVIRONMENT as KB_ENVIRONMENT,
  prepareFuzzing as prepareKb,
} from '../../services/kb-service/src/testing/fuzzing/prepare-fuzzing.ts';
import { startServiceWithHidden } from '../../services/kb-service/src/testing/hidden-content.ts';
import { type MeasuredService, type ServiceName, startService } from '../bench/processes.ts';

export interface FuzzedService {
  name: ServiceName;
  measured: MeasuredService;
  client: FuzzingClient;
  /** Areas with new content, by its number. */
  makeAreas(number: number): Promise<FuzzedArea[]>;
}

/** Both, as in their images but for garbage collection on request; their logs are in the folder. */
export async function startFuzzedServices(
  folder: string,
  servers: AsyncDisposableStack,
): Promise<FuzzedService[]> {
  const start = async (name: ServiceName, environment: Record<string, string>) => {
    const options = { flags: ['--expose-gc'], log: openSync(join(folder, `${name}.log`), 'a') };
    const measured = await startService(name, { LOG_LEVEL: 'warn', ...environment }, options);
    servers.defer(() => measured.stop());
    const client = createClient(measured.address);
    servers.defer(() => client.close());
    return { name, measured, client };
  };
  const kbContent = await startServiceWithHidden(KB_ENVIRONMENT);
  servers.defer(() => kbContent.stop());
  const kb = await start('kb', { ...KB_ENVIRONMENT, KB_DATABASE_URL: kbContent.url });
  const environment = {
    ...FORUM_ENVIRONMENT,
    FORUM_FILES_DIRECTORY: folder,
    KB_API_URL: `${kb.measured.address}/knowledge/v1/help.example.com`,
  };
  const forumContent = await startForum(environment);
  servers.defer(() => forumContent.stop());
  const forum = await start('forum', { ...environment, FORUM_DATABASE_URL: forumContent.url });
  return [
    { ...kb, makeAreas: await prepareKb(kbContent, kb.client) },
    { ...forum, makeAreas: await prepareForum(forumContent, forum.client) },
  ];
}
