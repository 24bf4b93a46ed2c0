import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portOf, type ServiceProcess, served, startServiceProcess } from '@guidepost/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { writeDialogs, writeForum } from '../testing/content.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const MAIN = new URL('../main.ts', import.meta.url);

let test: TestService;
let service: ServiceProcess;
let origin: string;
let files: string;

beforeAll(async () => {
  test = await startTestService();
  const forum = await writeForum(test.database, { slug: 'large' });
  const text = '"'.repeat(19_990);
  const dialogs = Array.from({ length: 100 }, (_, index) => ({ id: index + 1, text: `${index} ${text}` }));
  await writeDialogs(test.database, forum, dialogs);
  files = await mkdtemp(join(tmpdir(), 'guidepost-heap-'));
  service = startServiceProcess(MAIN, [], {
    FORUM_DATABASE_URL: test.url,
    FORUM_FILES_DIRECTORY: files,
    HOST: '127.0.0.1',
    FORUM_PORT: '0',
    FORUM_METRICS_PORT: '0',
    NODE_OPTIONS: '--max-old-space-size=96',
  });
  origin = `http://127.0.0.1:${await portOf(service)}`;
  service.output.resume();
});

afterAll(async () => {
  service.child.kill('SIGKILL');
  await service.exit;
  await test.stop();
  await rm(files, { recursive: true });
});

it('twelve concurrent requests for the largest list fit into a heap of 96 MB', async () => {
  const ask = async () => {
    const answer = await fetch(`${origin}/api/large.xml?limit=1000`);
    await answer.arrayBuffer();
    return answer;
  };
  const answers = await Promise.all(Array.from({ length: 12 }, () => served(ask, 100)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
}, 120_000);
