import { execFile } from 'node:child_process';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findMeilisearch, findVersitygw } from '@guidepost/local-servers';
import type { ProxyFault } from '@guidepost/testing';
import { openKnowledgeBaseRig } from './knowledge-base-rig.ts';
import type { Part, Rig, RigOptions } from './rig.ts';

export interface Fault {
  name: string;
  /** How often, unless the command says. */
  times: number;
  parts?: readonly Part[];
  /** What is examined, unless a forum. */
  open?(options: RigOptions, stack: AsyncDisposableStack): Promise<Rig>;
  /** Why it cannot be run here. */
  missing?(): Promise<string | undefined> | string | undefined;
  prepare?(folder: string, stack: AsyncDisposableStack): Promise<Partial<RigOptions>>;
  /** @returns when the fault was over, or what had ended was started again, by `performance.now()` */
  provoke(rig: Rig): Promise<number>;
}

const run = promisify(execFile);

/** Milliseconds that something is away. */
const ABSENCE = 5_000;

const OF_A_FORUM: readonly Fault[] = [
  {
    name: 'service-killed',
    times: 100,
    provoke: async ({ service }) => {
      await service.stop('SIGKILL');
      return startAgain(service.start);
    },
  },
  {
    name: 'service-terminated',
    times: 20,
    provoke: async ({ service }) => {
      const code = await service.stop('SIGTERM');
      if (code !== 0) throw new Error(`The service ended with ${code}.`);
      return startAgain(service.start);
    },
  },
  {
    name: 'postgres-killed',
    times: 20,
    provoke: async ({ postgres }) => {
      await postgres.kill();
      return startAgain(postgres.start);
    },
  },
  {
    name: 'backend-killed',
    times: 20,
    provoke: async ({ database }) => {
      const { pid } = await database.one<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'guidepost forum' order by random() limit 1`,
      );
      process.kill(pid, 'SIGKILL');
      return performance.now();
    },
  },
  throughProxy('database-cut', 'database', 'cut', 1_000),
  throughProxy('database-away', 'database', 'refuse', 1_000),
  throughProxy('database-slow', 'database', 'slow', ABSENCE),
  throughProxy('database-silent', 'database', 'hang', ABSENCE),
  throughProxy('database-half-open', 'database', 'half-open', 0),
  throughProxy('mail-away', 'mail', 'refuse', ABSENCE),
  throughProxy('mail-silent', 'mail', 'hang', ABSENCE),
  throughProxy('webhooks-away', 'webhooks', 'refuse', ABSENCE),
  throughProxy('webhooks-silent', 'webhooks', 'hang', ABSENCE),
  {
    ...throughProxy('store-away', 'store', 'refuse', ABSENCE),
    missing: () => (findVersitygw() ? undefined : 'no object store (versitygw)'),
  },
  {
    ...throughProxy('search-away', 'search', 'refuse', ABSENCE),
    missing: () => (findMeilisearch() ? undefined : 'no Meilisearch'),
  },
  diskFull('files-full', 'files', 16),
  diskFull('postgres-full', 'disk', 400),
  clockJumps('clock-forwards', '+3600'),
  clockJumps('clock-back', '-3600'),
];

/** What a knowledge base is examined with, too: less is written there. */
const OF_BOTH = ['service-killed', 'postgres-killed', 'database-cut', 'database-half-open'];

export const FAULTS: readonly Fault[] = [
  ...OF_A_FORUM,
  ...OF_A_FORUM.filter(({ name }) => OF_BOTH.includes(name)).map((fault) => ({
    ...fault,
    name: `kb-${fault.name}`,
    times: 5,
    open: openKnowledgeBaseRig,
  })),
];

function startAgain(start: () => Promise<void>): Promise<number> {
  const at = performance.now();
  return start().then(() => at);
}

function throughProxy(name: string, part: Part, fault: ProxyFault, milliseconds: number): Fault {
  return {
    name,
    times: 5,
    parts: [part],
    async provoke({ proxies }) {
      const proxy = proxies.get(part);
      await proxy?.fail(fault);
      await pause(milliseconds);
      await proxy?.heal();
      return performance.now();
    },
  };
}

/** A small disk of its own is filled up, and emptied again. */
function diskFull(name: string, place: 'files' | 'disk', megabytes: number): Fault {
  return {
    name,
    times: 3,
    missing: () => (process.getuid?.() === 0 ? undefined : 'only root may mount a disk'),
    async prepare(folder, stack) {
      const target = join(folder, place);
      await mkdir(target);
      await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', target]);
      stack.defer(async () => void (await run('umount', [target])));
      return {};
    },
    async provoke(rig) {
      const filler = join(place === 'files' ? (rig.files ?? '') : rig.disk, 'filler.bin');
      // Never more than the small disk holds, wherever this leads to.
      await run('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M', `count=${megabytes}`]).catch(() => {});
      await pause(ABSENCE);
      await rm(filler);
      return startAgain(rig.postgres.start);
    },
  };
}

const FAKE_TIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

/** The clock of the service jumps by an hour, and by another one back. */
function clockJumps(name: string, by: string): Fault {
  let clock = '';
  return {
    name,
    times: 3,
    missing: () =>
      access(FAKE_TIME).then(
        () => undefined,
        () => 'no libfaketime',
      ),
    async prepare(folder) {
      clock = join(folder, 'clock');
      await writeFile(clock, '+0');
      return {
        environment: {
          LD_PRELOAD: FAKE_TIME,
          FAKETIME_TIMESTAMP_FILE: clock,
          FAKETIME_CACHE_DURATION: '1',
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
        },
      };
    },
    async provoke() {
      await writeFile(clock, by);
      const at = performance.now();
      await pause(ABSENCE);
      await writeFile(clock, '+0');
      return at;
    },
  };
}
