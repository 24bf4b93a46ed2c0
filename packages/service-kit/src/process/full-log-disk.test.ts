import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type LoggingProcess, startLogging } from './testing/logging-process.ts';

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
  const started = await startLogging(log, largest);
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
