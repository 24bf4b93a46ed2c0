import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyFreePort } from '@guidepost/service-kit/embedded';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ROOT } from './settings.ts';

// Both services start one after the other, on processors that other tests use as well.
jest.setTimeout(60_000);

let dataDirectory: string;
let ports: Record<'KB_PORT' | 'KB_METRICS_PORT' | 'FORUM_PORT' | 'FORUM_METRICS_PORT', string>;
const children: ChildProcess[] = [];

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'guidepost-start-'));
  ports = {
    KB_PORT: String(await anyFreePort()),
    KB_METRICS_PORT: String(await anyFreePort()),
    FORUM_PORT: String(await anyFreePort()),
    FORUM_METRICS_PORT: String(await anyFreePort()),
  };
});
afterEach(() => Promise.all(children.splice(0).map(end)));
afterAll(() => rm(dataDirectory, { recursive: true }));

interface Started {
  child: ChildProcess;
  output: { text: string };
  exit: Promise<unknown[]>;
}

// As npm.mjs runs it: on a channel whose end says that npm.mjs is gone.
function start(environment: Record<string, string> = {}): Started {
  const child = fork(join(ROOT, 'infra/local/start.ts'), {
    execArgv: ['--conditions=source'],
    silent: true,
    env: {
      ...process.env,
      DATA_DIR: dataDirectory,
      ...ports,
      ...environment,
    },
  });
  children.push(child);
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output.text += text;
    });
  }
  return { child, output, exit: once(child, 'exit') };
}

async function untilItSays(words: string, { child, output, exit }: Started): Promise<void> {
  while (!output.text.includes(words)) {
    const ended = exit.then(() => {
      throw new Error(`It ended and said: ${output.text}`);
    });
    await Promise.race([child.stdout ? once(child.stdout, 'data') : exit, ended]);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

/** Whether one of the services does. */
async function answers(): Promise<boolean> {
  const requests = [ports.KB_PORT, ports.FORUM_PORT].map((port) => fetch(`http://127.0.0.1:${port}/healthz`));
  const results = await Promise.allSettled(requests);
  return results.some(({ status }) => status === 'fulfilled');
}

async function expectNothingRuns(): Promise<void> {
  expect(await answers()).toBe(false);
  await expect(readFile(join(dataDirectory, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
}

describe('npm start', () => {
  it('serves the demo content and stops everything on Ctrl-C, which comes twice', async () => {
    const started = start();
    await untilItSays('Ctrl-C stops everything.', started);
    const [, address = ''] = /'(http:[^']*\/guides[^']*)'/.exec(started.output.text) ?? [];
    const response = await fetch(address, { headers: { accept: 'application/vnd.api+json' } });
    expect(response.status).toBe(200);
    expect((await response.json()) as unknown).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ type: 'guide' })]),
    });
    const [, dialogs = ''] = /'(http:[^']*\/api\/demo\.json[^']*)'/.exec(started.output.text) ?? [];
    expect(await (await fetch(dialogs)).json()).toContainEqual(
      expect.objectContaining({
        uri: expect.stringContaining(`http://127.0.0.1:${ports.FORUM_PORT}/api/dialog/demo/`),
      }),
    );

    started.child.kill('SIGINT');
    started.child.kill('SIGINT');
    expect(await started.exit).toEqual([0, null]);
    await expectNothingRuns();
  });

  it('stops everything when npm.mjs is killed', async () => {
    const started = start();
    await untilItSays('Ctrl-C stops everything.', started);
    started.child.disconnect();
    expect(await started.exit).toEqual([0, null]);
    await expectNothingRuns();
  });

  it('leaves no service behind after a kill -9, and the next start adopts the database', async () => {
    const killed = start();
    await untilItSays('Ctrl-C stops everything.', killed);
    killed.child.kill('SIGKILL');
    await killed.exit;
    while (await answers()) await killed.exit;
    const started = start();
    await untilItSays('Ctrl-C stops everything.', started);
    expect(started.output.text).toContain('PostgreSQL was running already');
    started.child.kill('SIGTERM');
    expect(await started.exit).toEqual([0, null]);
    await expectNothingRuns();
  });

  it('stops everything when it is told to while it starts', async () => {
    const started = start();
    await untilItSays('PostgreSQL is running', started);
    started.child.kill('SIGTERM');
    expect(await started.exit).toEqual([0, null]);
    await expectNothingRuns();
  });
});

describe('npm start says in one line', () => {
  async function failureOf(environment: Record<string, string>): Promise<string> {
    const { child, output } = start(environment);
    expect(await once(child, 'close')).toEqual([1, null]);
    const lines = output.text.trim().split('\n');
    return lines.filter((line) => !line.startsWith('PostgreSQL is running')).join('\n');
  }

  it.each([
    ['KB_PORT', 'four thousand', 'KB_PORT must be integer, not "four thousand"'],
    ['FORUM_PORT', '70000', 'FORUM_PORT must be <= 65535, not "70000"'],
  ])('that %s=%s is wrong', async (name, value, line) => {
    expect(await failureOf({ [name]: value })).toBe(line);
  });

  it('that both services have the same port', async () => {
    expect(await failureOf({ KB_PORT: '4999', FORUM_PORT: '4999' })).toBe(
      'FORUM_PORT must be another one than KB_PORT, 4999.',
    );
  });

  it.each(['KB_PORT', 'KB_METRICS_PORT', 'FORUM_PORT'])('that %s is in use', async (variable) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    expect(await failureOf({ [variable]: String(port) })).toBe(
      `${variable}: something else listens on 127.0.0.1:${port} already.`,
    );
    other.close();
    await expectNothingRuns();
  });

  it('that the data are of another version', async () => {
    const file = join(dataDirectory, 'postgres', 'PG_VERSION');
    const version = await readFile(file);
    await writeFile(file, '17\n');
    expect(await failureOf({})).toContain('holds data of PostgreSQL 17');
    await writeFile(file, version);
  });
});
