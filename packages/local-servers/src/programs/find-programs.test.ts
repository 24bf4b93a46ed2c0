import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { AppError } from '@guidepost/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startMeilisearch } from '../meilisearch/start-meilisearch.ts';
import { findMeilisearch } from './find-programs.ts';

describe('findMeilisearch', () => {
  const { PATH, MEILISEARCH } = process.env;

  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guidepost-find-'));
    for (const name of ['first', 'second', 'text']) await mkdir(join(folder, name));
    for (const name of ['first', 'second'])
      await writeFile(join(folder, name, 'meilisearch'), '', { mode: 0o755 });
    await writeFile(join(folder, 'text/meilisearch'), '', { mode: 0o644 });
  });
  beforeEach(() => {
    delete process.env.MEILISEARCH;
  });
  afterAll(async () => {
    Object.assign(process.env, { PATH, ...(MEILISEARCH && { MEILISEARCH }) });
    await rm(folder, { recursive: true });
  });

  function setPath(...names: string[]): void {
    process.env.PATH = names.map((name) => join(folder, name)).join(delimiter);
  }

  it('finds the first executable on the PATH', () => {
    setPath('none', 'text', 'second', 'first');
    expect(findMeilisearch()).toBe(join(folder, 'second/meilisearch'));
  });

  it('finds none on a PATH without one', () => {
    setPath('none', 'text');
    expect(findMeilisearch()).toBeUndefined();
  });

  it('prefers MEILISEARCH, whether it is executable or not', () => {
    setPath('first');
    process.env.MEILISEARCH = '/nowhere/engine';
    expect(findMeilisearch()).toBe('/nowhere/engine');
  });

  it('returns an absolute path', () => {
    process.env.MEILISEARCH = relative('.', join(folder, 'first/meilisearch'));
    expect(findMeilisearch()).toBe(join(folder, 'first/meilisearch'));
    delete process.env.MEILISEARCH;
    process.env.PATH = relative('.', join(folder, 'second'));
    expect(findMeilisearch()).toBe(join(folder, 'second/meilisearch'));
  });
});

describe('startMeilisearch reports in one line', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guidepost-embedded-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function programThat(does: string): Promise<string> {
    const program = join(await mkdtemp(join(folder, 'program-')), 'meilisearch');
    await writeFile(program, does, { mode: 0o755 });
    return program;
  }

  async function failureOf(program: string): Promise<string> {
    const directory = join(folder, 'data');
    const error = await startMeilisearch({ program, directory }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AppError);
    const { kind, message } = error as AppError;
    expect(kind).toBe('unavailable');
    const machine = `${process.platform} ${process.arch}`;
    return message
      .replaceAll(folder, '')
      .replace(program.replace(folder, ''), 'it')
      .replace(machine, 'this machine');
  }

  it('that the program does not exist', async () => {
    expect(await failureOf('/nowhere/meilisearch')).toBe(
      'it does not run on this machine: spawn /nowhere/meilisearch ENOENT',
    );
  });

  it('that the program is for another machine', async () => {
    const program = await programThat('\x7fELF\x02\x01\x01 for an unknown machine');
    expect(await failureOf(program)).toMatch(/^it does not run on this machine: .+$/);
  });

  it('the output of a program that does not run', async () => {
    const program = await programThat('#!/bin/sh\necho "libc.so.7 is missing" >&2\nexit 127\n');
    expect(await failureOf(program)).toBe('it does not run on this machine: libc.so.7 is missing');
  });

  it('that the program is not Meilisearch', async () => {
    expect(await failureOf(await programThat('#!/bin/sh\necho "milliseconds 3.0.0"\n'))).toBe(
      'it is not Meilisearch.',
    );
  });

  it.each(['1.47.9', '0.99.1'])('that %s is too old', async (version) => {
    const program = await programThat(`#!/bin/sh\necho "meilisearch ${version}"\n`);
    expect(await failureOf(program)).toBe(`it is Meilisearch ${version}: it must be 1.48 or newer.`);
  });

  it('why the server does not start and where its log is', async () => {
    const program = await programThat(
      '#!/bin/sh\n[ "$1" = --version ] && echo "meilisearch 2.0.0" && exit\necho "Error: no licence\n\nStack backtrace:\n 0: main"\nexit 1\n',
    );
    expect(await failureOf(program)).toBe('Meilisearch did not start: no licence (see /data.log)');
  });

  it('that it ended without output', async () => {
    const program = await programThat('#!/bin/sh\n[ "$1" = --version ] && echo "meilisearch 2.0.0"\n');
    expect(await failureOf(program)).toBe(
      'Meilisearch did not start: it ended without output (see /data.log)',
    );
  });
});
