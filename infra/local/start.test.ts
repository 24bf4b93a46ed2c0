import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { commandLine } from '@guidepost/service-kit/embedded';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { prepareStarts, type Starts, untilItSays } from './testing/starts.ts';

// Both services start one after the other, on processors that other tests use as well.
jest.setTimeout(60_000);

let starts: Starts;

beforeAll(async () => {
  starts = await prepareStarts();
});
afterEach(() => starts.endAll());
afterAll(() => starts.remove());

async function expectNothingRuns(): Promise<void> {
  expect(await starts.answers()).toBe(false);
  await expect(readFile(join(starts.dataDirectory, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
  // Where there is a meilisearch on the PATH.
  const meilisearch = await readFile(join(starts.dataDirectory, 'meilisearch/process-id'), 'utf8').catch(
    () => '0',
  );
  expect(await commandLine(Number(meilisearch))).toBe('');
}

describe('npm start', () => {
  it('serves the demo content and stops everything on Ctrl-C, which comes twice', async () => {
    const started = starts.start();
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
        uri: expect.stringContaining(`http://127.0.0.1:${starts.ports.FORUM_PORT}/api/dialog/demo/`),
      }),
    );

    started.child.kill('SIGINT');
    started.child.kill('SIGINT');
    expect(await started.exit).toEqual([0, null]);
    await expectNothingRuns();
  });

  it('starts although Meilisearch does not, and stops everything when npm.mjs is killed', async () => {
    const started = starts.start({ MEILISEARCH: '/nowhere/meilisearch' });
    await untilItSays('Ctrl-C stops everything.', started);
    expect(started.output.text).toMatch(/^Search is on PostgreSQL: \/nowhere\/meilisearch does not run on /m);
    started.child.disconnect();
    expect(await started.exit).toEqual([0, null]);
    await expectNothingRuns();
  });

  it('leaves no service behind after a kill -9, and the next start adopts the database', async () => {
    const killed = starts.start();
    await untilItSays('Ctrl-C stops everything.', killed);
    killed.child.kill('SIGKILL');
    await killed.exit;
    while (await starts.answers()) await killed.exit;
    const started = starts.start();
    await untilItSays('Ctrl-C stops everything.', started);
    expect(started.output.text).toContain('PostgreSQL was running already');
    started.child.kill('SIGTERM');
    expect(await started.exit).toEqual([0, null]);
    await expectNothingRuns();
  });

  it('stops everything when it is told to while it starts', async () => {
    const started = starts.start();
    await untilItSays('PostgreSQL is running', started);
    started.child.kill('SIGTERM');
    expect(await started.exit).toEqual([0, null]);
    await expectNothingRuns();
  });
});

describe('npm start says in one line', () => {
  async function failureOf(environment: Record<string, string>): Promise<string> {
    const { child, output } = starts.start(environment);
    expect(await once(child, 'close')).toEqual([1, null]);
    const lines = output.text.trim().split('\n');
    return lines.filter((line) => !/^(PostgreSQL is running|Search is on)/.test(line)).join('\n');
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
    const file = join(starts.dataDirectory, 'postgres', 'PG_VERSION');
    const version = await readFile(file);
    await writeFile(file, '17\n');
    expect(await failureOf({})).toContain('holds data of PostgreSQL 17');
    await writeFile(file, version);
  });
});
