import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startListening, stopListening } from './http-service.ts';
import { type LoggingProcess, startLogging } from './testing/logging-process.ts';

const ADDRESS = { host: '127.0.0.1', port: 0, variable: 'KB_PORT' };

describe('listening', () => {
  it('names the variable when the port is taken', async () => {
    const first = createServer();
    const port = await startListening(first, ADDRESS);
    const second = startListening(createServer(), { ...ADDRESS, port });
    await expect(second).rejects.toThrow(`KB_PORT: another program already listens on 127.0.0.1:${port}.`);
    await stopListening(first, 0);
  });

  it('finishes requests under way before it stops', async () => {
    const arrived = Promise.withResolvers<() => void>();
    const server = createServer((_, response) => arrived.resolve(() => response.end('finished')));
    const port = await startListening(server, ADDRESS);
    const answer = fetch(`http://127.0.0.1:${port}/`);
    const finish = await arrived.promise;
    const stopped = stopListening(server, 60_000);
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    finish();
    expect(await (await answer).text()).toBe('finished');
    await stopped;
  });

  it('closes connections after the grace period', async () => {
    const server = createServer(() => {});
    const port = await startListening(server, ADDRESS);
    const requested = once(server, 'request');
    const client = connect(port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: example\r\n\r\n');
    await requested;
    const closed = once(
      client.on('error', () => {}),
      'close',
    );
    await stopListening(server, 1);
    await closed;
  });
});

describe('a full disk', () => {
  const ENOUGH = 100;
  const CANNOT_BE_WRITTEN = 'The log of test cannot be written';

  let folder: string;
  let file: string;
  let service: LoggingProcess;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guidepost-log-'));
    file = join(folder, 'service.log');
  });
  afterEach(() => {
    service.child.kill('SIGKILL');
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function startOnFile(path: string, largest?: number): Promise<LoggingProcess> {
    const log = openSync(path, 'a');
    const started = await startLogging(log, { largest });
    closeSync(log);
    return started;
  }

  async function startWithoutReader(): Promise<LoggingProcess> {
    const started = await startLogging('pipe');
    started.child.stdout?.destroy();
    return started;
  }

  async function exitOf({ child }: LoggingProcess): Promise<unknown[]> {
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    return exit;
  }

  const CASES: [why: string, code: string, start: () => Promise<LoggingProcess>][] = [
    ['its file may not grow', 'EFBIG', () => startOnFile(file, 16)],
    ['its reader is gone', 'EPIPE', startWithoutReader],
  ];
  if (existsSync('/dev/full')) CASES.push(['the disk is full', 'ENOSPC', () => startOnFile('/dev/full')]);

  describe.each(CASES)('a service whose log cannot be written because %s', (_why, code, start) => {
    beforeAll(() => rm(file, { force: true }));

    it('answers requests, reports it once on standard error, and stops on request', async () => {
      service = await start();
      expect(await service.ask('/', 3 * ENOUGH)).toEqual([200]);
      await service.untilItComplains(CANNOT_BE_WRITTEN);
      expect(await service.ask('/', ENOUGH)).toEqual([200]);
      expect(await exitOf(service)).toEqual([0, null]);
      expect(await service.complaints()).toEqual([expect.stringContaining(`${CANNOT_BE_WRITTEN} (${code})`)]);
    });

    it('exits with 1 after a defect, as usual', async () => {
      service = await start();
      await service.ask('/', ENOUGH);
      const exit = once(service.child, 'exit');
      await service.ask('/fail');
      expect(await exit).toEqual([1, null]);
    });
  });

  describe('a log', () => {
    it('resumes by itself, with whole lines, when the disk has room again', async () => {
      await rm(file, { force: true });
      service = await startOnFile(file, 128);
      await service.ask('/before', 2 * ENOUGH);
      await service.untilItComplains(CANNOT_BE_WRITTEN);
      await truncate(file);
      await service.untilItComplains('The log of test is written again');
      await service.ask('/after');
      expect(await exitOf(service)).toEqual([0, null]);
      const lines = (await readFile(file, 'utf8')).trim().split('\n').slice(1);
      expect(lines.map((line) => JSON.parse(line).path)).toContain('/after');
      expect(await service.complaints()).toHaveLength(2);
    });

    it('loses lines when too many wait, and says how many', async () => {
      service = await startLogging('pipe');
      service.child.stdout?.resume();
      expect(await service.ask('/burst')).toEqual([200]);
      await service.untilItComplains('The log of test is written again');
      expect(await exitOf(service)).toEqual([0, null]);
      expect(await service.complaints()).toEqual([
        'The log of test cannot be written (too many lines at once); the service keeps running.',
        expect.stringMatching(/^The log of test is written again; [1-9]\d* lines are missing\.$/),
      ]);
    });
  });
});

it('S53 a service that waits for something that never answers ends in its time, with 0', async () => {
  const service = await startLogging('pipe', { words: ['endless'] });
  service.child.stdout?.resume();
  const exit = once(service.child, 'exit');
  service.child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});
