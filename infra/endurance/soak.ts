import { openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startTestServers } from '@guidepost/local-servers/testing';
import { startMailServer } from '@guidepost/mail/testing';
import { startService } from '../bench/processes.ts';
import { readCommandLine, wholeNumber } from '../local/command-line.ts';
import { type SoakedService, startSoakLoad } from './soak-load.ts';
import { prepareForum } from './soaked-forum.ts';
import { prepareKb } from './soaked-kb.ts';
import { watchMemory } from './watch-memory.ts';

const USAGE = `Usage: npm run soak -- [--minutes 30]

Does what people and programs do on both services, and fails if one of them answers wrongly or grows.`;

const { values } = readCommandLine(USAGE, { options: { minutes: { type: 'string', default: '30' } } });
const milliseconds = wholeNumber(USAGE, 'minutes', values.minutes) * 60_000;
const PROGRESS_MILLISECONDS = 60_000;

const folder = await mkdtemp(join(tmpdir(), 'guidepost-soak-'));
const servers = new AsyncDisposableStack();
const faults: string[] = [];
try {
  const testServers = await startTestServers({}, undefined);
  servers.defer(() => testServers.stop());
  const mail = await startMailServer();
  servers.defer(() => mail.stop());
  const hooks = await receiveWebhooks();
  const forum = { hooks: hooks.url, mail, files: folder };
  const soaked = [await prepareKb(hooks.url, servers), await prepareForum(forum, servers)];
  await Promise.all(soaked.map((service) => soak(service, mail.url)));
  console.log(`webhooks: ${hooks.count()} received`);
} finally {
  await servers.disposeAsync();
}
console.log(faults.length === 0 ? 'Nothing was wrong.' : `Wrong:\n  ${faults.slice(0, 20).join('\n  ')}`);
if (faults.length === 0) await rm(folder, { recursive: true });
else console.log(`The logs are in ${folder}`);
process.exitCode = faults.length === 0 ? 0 : 1;

async function receiveWebhooks(): Promise<{ url: string; count: () => number }> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    request.resume();
    response.writeHead(204).end();
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  servers.defer(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, count: () => count };
}

async function soak({ name, environment, actions }: SoakedService, mailUrl: string): Promise<void> {
  const common = {
    RATE_LIMITS: 'on',
    TRUSTED_PROXIES: '127.0.0.1',
    WEBHOOK_ALLOW_PRIVATE: 'on',
    LOG_LEVEL: 'warn',
    MAIL_URL: mailUrl,
    MAIL_FROM: 'Example <example@example.com>',
  };
  const options = { flags: ['--expose-gc'], log: openSync(join(folder, `${name}.log`), 'a') };
  const measured = await startService(name, { ...common, ...environment }, options);
  servers.defer(() => measured.stop());
  const memory = watchMemory(name, measured, ['heap', 'RSS']);
  const load = startSoakLoad(measured.address, actions);
  const progress = setInterval(() => {
    const { done, failed, busy } = load.counts();
    console.log(
      `${new Date().toISOString().slice(11, 19)} ${name}: ${done} visits, ${failed} failed, ${busy} busy, ${memory.latest()}`,
    );
  }, PROGRESS_MILLISECONDS);
  await pause(milliseconds);
  clearInterval(progress);
  const { done, busy } = load.counts();
  const failures = await load.stop();
  const { report, faults: grown } = memory.finish();
  faults.push(...failures.map((failure) => `${name}: ${failure}`), ...grown);
  console.log([`${name}: ${done} visits, ${failures.length} failed, ${busy} busy`, ...report].join('\n  '));
}
