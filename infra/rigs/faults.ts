import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type ReplicatedPostgres, startReplicatedPostgres } from '@guidepost/local-servers/testing';
import type { Database } from '@guidepost/postgres';
import type { FaultyProxy, ProxyFault } from '@guidepost/testing';
import type { Audit, Sent } from './ledger.ts';
import type { Traffic } from './load.ts';
import type { Part, Place, Postgres, Service, ServiceName } from './place.ts';
import { FAKE_TIME, type Need } from './scenario.ts';

/** A service that runs as in production, with all it depends on. */
export interface Rig {
  traffic: Traffic;
  /** Compares what was answered with what there is. */
  audit(sent: readonly Sent[]): Promise<Audit>;
  /** Not through the proxy. */
  database: Database;
  postgres: Pick<Postgres, 'url' | 'kill' | 'start'>;
  service: Service;
  proxies: ReadonlyMap<Part, FaultyProxy>;
  /** Where files are, unless in an object store. */
  files: string;
  /** The folder that the database's is in. */
  disk: string;
  pair?: ReplicatedPostgres | undefined;
}

/** Additions to a service for a fault. */
export interface Prepared {
  /** Further variables of the service. */
  environment?: Record<string, string>;
  /** A primary with a replica, in place of one server. */
  pair?: ReplicatedPostgres;
}

export interface Fault {
  name: string;
  /** How often, unless the command says. */
  times: number;
  service: ServiceName;
  /**
   * The servers that are reached through a proxy. Without `store` and `search`, files are on disk and the database
   * answers searches.
   */
  parts?: readonly Part[];
  needs?: readonly Need[];
  /** It cannot be repeated in the same place. Its recovery counts from its beginning. */
  happensOnce?: true;
  /** Acknowledged posts may be lost, so counts that follow from them may be wrong. */
  mayLose?: true;
  prepare?(place: Place): Promise<Prepared>;
  /** @returns when the fault was over, or what had ended was started again, by `performance.now()` */
  provoke(rig: Rig): Promise<number>;
}

const run = promisify(execFile);

/** Milliseconds that something is away. */
const ABSENCE = 5_000;

const OF_A_FORUM: readonly Fault[] = [
  fault('service-killed', 100, async ({ service }) => {
    await service.stop('SIGKILL');
    return startAgain(service.start);
  }),
  fault('service-terminated', 20, async ({ service }) => {
    const code = await service.stop('SIGTERM');
    if (code !== 0) throw new Error(`The service ended with ${code}.`);
    return startAgain(service.start);
  }),
  fault('postgres-killed', 20, async ({ postgres }) => {
    await postgres.kill();
    return startAgain(postgres.start);
  }),
  fault('backend-killed', 20, async ({ database }) => {
    const { pid } = await database.one<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'guidepost forum' order by random() limit 1`,
    );
    process.kill(pid, 'SIGKILL');
    return performance.now();
  }),
  throughProxy('database-cut', 'database', 'cut', 1_000),
  throughProxy('database-away', 'database', 'refuse', 1_000),
  throughProxy('database-slow', 'database', 'slow', ABSENCE),
  throughProxy('database-silent', 'database', 'hang', ABSENCE),
  throughProxy('database-half-open', 'database', 'half-open', 0),
  throughProxy('mail-away', 'mail', 'refuse', ABSENCE),
  throughProxy('mail-silent', 'mail', 'hang', ABSENCE),
  throughProxy('webhooks-away', 'webhooks', 'refuse', ABSENCE),
  throughProxy('webhooks-silent', 'webhooks', 'hang', ABSENCE),
  { ...throughProxy('store-away', 'store', 'refuse', ABSENCE), needs: ['versitygw'] },
  { ...throughProxy('search-away', 'search', 'refuse', ABSENCE), needs: ['meilisearch'] },
  diskFull('files-full', 'files', 16),
  diskFull('postgres-full', 'disk', 400),
  clockJumps('clock-forwards', '+3600'),
  clockJumps('clock-back', '-3600'),
];

/** The faults that a knowledge base is examined with, too: less is written there. */
const OF_BOTH = ['service-killed', 'postgres-killed', 'database-cut', 'database-half-open'];

export const FAULTS: readonly Fault[] = [
  ...OF_A_FORUM,
  ...OF_A_FORUM.filter(({ name }) => OF_BOTH.includes(name)).map(
    (one): Fault => ({ ...one, name: `kb-${one.name}`, times: 5, service: 'kb' }),
  ),
];

/** @param names all without any */
export function faultsNamed(names: readonly string[]): readonly Fault[] {
  return FAULTS.filter(({ name }) => names.length === 0 || names.includes(name));
}

/** The loss of a primary, whose replica is promoted. */
export const FAILOVERS: readonly Fault[] = [
  { ...primaryLost('asynchronous', ''), mayLose: true },
  primaryLost('synchronous', 'replica'),
];

function fault(name: string, times: number, provoke: Fault['provoke']): Fault {
  return { name, times, service: 'forum', provoke };
}

function startAgain(start: () => Promise<void>): Promise<number> {
  const at = performance.now();
  return start().then(() => at);
}

function throughProxy(name: string, part: Part, failure: ProxyFault, milliseconds: number): Fault {
  const provoke: Fault['provoke'] = async ({ proxies }) => {
    const proxy = proxies.get(part);
    await proxy?.fail(failure);
    await pause(milliseconds);
    await proxy?.heal();
    return performance.now();
  };
  return { ...fault(name, 5, provoke), parts: [part] };
}

/** A small disk of its own is filled up, and emptied again. */
function diskFull(name: string, where: 'files' | 'disk', megabytes: number): Fault {
  const provoke: Fault['provoke'] = async ({ files, disk, postgres }) => {
    const filler = join(where === 'files' ? files : disk, 'filler.bin');
    // Never more than the small disk holds, wherever this leads to.
    await run('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M', `count=${megabytes}`]).catch(() => {});
    await pause(ABSENCE);
    await rm(filler);
    return startAgain(postgres.start);
  };
  return {
    ...fault(name, 3, provoke),
    needs: ['root'],
    async prepare({ folder, servers }) {
      const target = join(folder, where);
      await mkdir(target);
      await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', target]);
      servers.defer(async () => void (await run('umount', [target])));
      return {};
    },
  };
}

/** The clock of the service jumps by an hour, and by another one back. */
function clockJumps(name: string, by: string): Fault {
  let clock = '';
  const provoke: Fault['provoke'] = async () => {
    await writeFile(clock, by);
    const at = performance.now();
    await pause(ABSENCE);
    await writeFile(clock, '+0');
    return at;
  };
  return {
    ...fault(name, 3, provoke),
    needs: ['libfaketime'],
    async prepare({ folder }) {
      clock = join(folder, 'clock');
      await writeFile(clock, '+0');
      const environment = {
        LD_PRELOAD: FAKE_TIME,
        FAKETIME_TIMESTAMP_FILE: clock,
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      };
      return { environment };
    },
  };
}

/** One address leads to whichever server is the primary, as a virtual address or a proxy would. */
function primaryLost(name: string, standbys: string): Fault {
  const provoke: Fault['provoke'] = async ({ pair, proxies }) => {
    await pair?.primary.kill();
    // From here on, nothing is answered by what is left of the primary.
    proxies.get('database')?.leadTo(pair?.replica.url('forum') ?? '');
    const led = performance.now();
    await pair?.replica.ask('select pg_promote()');
    return led;
  };
  return {
    ...fault(name, 5, provoke),
    parts: ['database'],
    happensOnce: true,
    async prepare({ servers }) {
      const pair = await startReplicatedPostgres({
        databases: ['forum'],
        prepare: async () => {},
        durable: true,
      });
      servers.defer(() => pair.remove());
      await pair.primary.ask(`alter system set synchronous_standby_names = '${standbys}'`);
      await pair.primary.ask('select pg_reload_conf()');
      return { pair };
    },
  };
}
