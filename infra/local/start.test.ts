import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { commandLine } from '@guidepost/local-servers';
import { until } from '@guidepost/local-servers/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { metricsPortFor } from './ports.ts';
import { readSettings } from './settings.ts';
import { hasEnded, prepareStarts, type Starts, untilItSays } from './testing/starts.ts';

// Both services start one after the other, while other tests run.
const TIMEOUT = 120_000;

/** How often PostgreSQL may end within a minute before it is not started again. */
const MOST_ENDINGS = 6;

let starts: Starts;

beforeAll(async () => {
  starts = await prepareStarts();
}, TIMEOUT);
afterEach(() => starts.endAll());
afterAll(() => starts.remove());

async function expectNothingRuns(): Promise<void> {
  expect(await starts.answers()).toBe(false);
  await expect(readFile(join(starts.dataDirectory, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
  const meilisearch = await readFile(join(starts.dataDirectory, 'meilisearch/process-id'), 'utf8').catch(
    () => '0',
  );
  expect(await commandLine(Number(meilisearch))).toBe('');
}

async function killPostgres(): Promise<void> {
  const [processId] = (await readFile(join(starts.dataDirectory, 'postgres/postmaster.pid'), 'utf8')).split(
    '\n',
  );
  process.kill(Number(processId), 'SIGKILL');
}

describe('npm start', () => {
  it(
    'starts without Meilisearch and after a kill -9, serves the demo content, and stops on Ctrl-C twice',
    async () => {
      const killed = starts.start({ MEILISEARCH: '/nowhere/meilisearch' });
      await until('the first service answers', starts.answers, 50);
      expect(killed.output.text).toMatch(/^Search is built in: \/nowhere\/meilisearch does not run on /m);
      killed.child.kill('SIGKILL');
      await killed.exit;
      await until('no service answers', async () => !(await starts.answers()), 50);

      const started = starts.start();
      await untilItSays('Ctrl-C stops everything.', started);
      expect(started.output.text).toContain('PostgreSQL was already running');
      for (const name of ['kb-mail', 'forum-mail'])
        expect(started.output.text).toContain(
          `mail is kept in ${join(starts.dataDirectory, name)}, and shown`,
        );
      const [, address = ''] = /'(http:[^']*\/guides[^']*)'/.exec(started.output.text) ?? [];
      const response = await fetch(address, { headers: { accept: 'application/vnd.api+json' } });
      expect(response.status).toBe(200);
      expect((await response.json()) as unknown).toMatchObject({
        data: expect.arrayContaining([expect.objectContaining({ type: 'guide' })]),
      });
      const [, dialogs = ''] = /'(http:[^']*\/api\/demo\.json[^']*)'/.exec(started.output.text) ?? [];
      expect(await (await fetch(dialogs)).json()).toContainEqual(
        expect.objectContaining({
          uri: expect.stringContaining(`http://127.0.0.1:${starts.ports.FORUM_PORT}/api/dialog/demo/`),
        }),
      );

      const { KB_PORT, FORUM_PORT } = starts.ports;
      const forum = `http://127.0.0.1:${FORUM_PORT}/forum/demo-sv`;
      const guide = await until('the knowledge base has answered in time', async () => {
        const offered = await fetch(`${forum}/guides/suggestions?q=cykel`);
        const { guides } = (await offered.json()) as { guides: { address: string }[] };
        return guides[0];
      });
      expect(guide.address).toMatch(`http://127.0.0.1:${KB_PORT}/site/hjalp.example.com/guides/`);
      await until('the knowledge base has been told the address of its forum', async () =>
        (await (await fetch(guide.address)).text()).includes(`"${forum}/ask?title=`),
      );

      started.child.kill('SIGINT');
      started.child.kill('SIGINT');
      expect(await started.exit).toEqual([0, null]);
      await expectNothingRuns();
    },
    TIMEOUT,
  );

  it('restarts killed processes, and ends when PostgreSQL is killed repeatedly', async () => {
    const started = starts.start({ KB_METRICS_PORT: '', FORUM_METRICS_PORT: '' });
    await untilItSays('Ctrl-C stops everything.', started);
    for (const port of [starts.ports.KB_PORT, starts.ports.FORUM_PORT]) {
      expect((await fetch(`http://127.0.0.1:${metricsPortFor(Number(port))}/metrics`)).status).toBe(200);
    }
    for (const name of ['kb-service', 'forum-service']) {
      process.kill(await starts.processOf(`services/${name}/src/main.ts`, started), 'SIGKILL');
      await untilItSays(`${name} is running again.`, started);
    }
    expect(started.output.text).toContain('kb-service ended unexpectedly (SIGKILL) and is being restarted; ');

    await killPostgres();
    await untilItSays('PostgreSQL is running again.', started);
    await until(
      'both services are ready',
      () => {
        expect(started.child.exitCode).toBeNull();
        return starts.areReady();
      },
      50,
    );
    // A start that fails, because what was killed has not ended altogether, counts as well.
    const hasGivenUp = () => hasEnded(started.child);
    const restarts = () => started.output.text.split('PostgreSQL is running again').length - 1;
    for (let kills = 1; !hasGivenUp() && kills < MOST_ENDINGS; kills += 1) {
      await killPostgres();
      await until('PostgreSQL is running again', () => restarts() > kills || hasGivenUp());
    }
    expect(await started.exit).toEqual([1, null]);
    expect(started.output.text).toMatch(
      /^PostgreSQL ended 6 times within a minute; its log is .*postgres\.log$/m,
    );
    expect(await starts.answers()).toBe(false);
  }, 120_000);

  it.each<[string, (child: ChildProcess) => unknown]>([
    ['asked to', (child) => child.kill('SIGTERM')],
    ['npm.mjs is killed', (child) => child.disconnect()],
  ])(
    'stops everything when %s during the start',
    async (_, stop) => {
      const started = starts.start();
      await untilItSays('PostgreSQL is running', started);
      stop(started.child);
      expect(await started.exit).toEqual([0, null]);
      await expectNothingRuns();
    },
    TIMEOUT,
  );
});

async function listenAnywhere(): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

describe('npm start reports in one line', () => {
  async function failureOf(environment: Record<string, string>): Promise<string> {
    const { child, output } = starts.start(environment);
    expect(await once(child, 'close')).toEqual([1, null]);
    const lines = output.text.trim().split('\n');
    return lines.filter((line) => !/^(PostgreSQL is running|Search is )/.test(line)).join('\n');
  }

  it.each([
    ['KB_PORT', 'four thousand', 'KB_PORT must be a whole number, not "four thousand"'],
    ['FORUM_PORT', '70000', 'FORUM_PORT must be at most 65535, not "70000"'],
  ])('that %s=%s is wrong', (name, value, line) => {
    expect(() => readSettings({ [name]: value })).toThrow(line);
  });

  it('which ports are in use, all at once', async () => {
    const variables = ['KB_PORT', 'KB_METRICS_PORT', 'FORUM_PORT'];
    const others = await Promise.all(variables.map(() => listenAnywhere()));
    const environment = Object.fromEntries(others.map(({ port }, index) => [variables[index], String(port)]));
    const list = Object.entries(environment).map(([variable, port]) => `${variable}=${port}`);
    expect(await failureOf(environment)).toBe(
      `Already in use on 127.0.0.1: ${list.join(', ')}. Set other ports.`,
    );
    for (const { server } of others) server.close();
    await expectNothingRuns();
  });

  it('that the data are of another version', async () => {
    const folder = join(starts.dataDirectory, 'older');
    await mkdir(join(folder, 'postgres'), { recursive: true });
    await writeFile(join(folder, 'postgres', 'PG_VERSION'), '17\n');
    expect(await failureOf({ DATA_DIR: folder })).toContain('holds data of PostgreSQL 17');
  });
});
