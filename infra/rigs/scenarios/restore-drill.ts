import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { appendFile, cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { until } from '@guidepost/local-servers/testing';
import { type Content, contentOf, countRows, differences, withDatabase } from '../../backup/tables.ts';
import { ROOT } from '../../local/settings.ts';
import { compareFiles, compareList, forumTraffic, type PostedForum, prepareForum } from '../forum.ts';
import { isAcknowledged, type Sent } from '../ledger.ts';
import { startPosting } from '../load.ts';
import {
  openDatabaseOf,
  type Place,
  type Postgres,
  runCommand,
  type Service,
  startDatabases,
  startService,
  stopProcess,
} from '../place.ts';
import { type Report, timed } from '../report.ts';
import { postgresPrograms, type Run } from '../scenario.ts';

const run = promisify(execFile);

const NAMES = ['kb', 'forum'] as const;
const HOST = 'help.example.com';
const PEACE = 3_000;
const FILE_EVERY = 10;

/** One of the programs, which do not run as root. */
function program(name: string, words: readonly string[]): [command: string, words: string[]] {
  const asOther = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
  const prefix = process.getuid?.() === 0 ? asOther : [];
  const [command = '', ...rest] = [...prefix, join(postgresPrograms(), name), ...words];
  return [command, rest];
}

/** Starts the installed PostgreSQL, whose programs make the backup, in place of the embedded one. */
async function startInstalled(place: Place, data: string, names: readonly string[]): Promise<Postgres> {
  const { stdout } = await run(...program('postgres', ['--version']));
  const [, version = ''] = /(\d+)/.exec(stdout) ?? [];
  const programs = {
    initdb: join(postgresPrograms(), 'initdb'),
    postgres: join(postgresPrograms(), 'postgres'),
  };
  const directory = join(place.folder, data);
  return startDatabases(place, names, { directory, durable: true, programs: { version, programs } });
}

export async function drill({ place, report, options: { rate } }: Run<'rate'>): Promise<void> {
  const at = (name: string) => join(place.folder, name);
  const words = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale'];
  await run(...program('initdb', ['-D', at('data'), ...words]));
  const postgres = await startInstalled(place, 'data', NAMES);
  const { services, forum } = await startOriginal(place, postgres);
  const log = await receiveLog(postgres, at('log'));
  const posting = startPosting(forumTraffic(forum, FILE_EVERY), rate);
  await pause(PEACE);
  const during = posting.sent.length;
  const backup = await timed(() => backUp(postgres, at('backup')));
  const meanwhile = posting.sent.length - during;
  await pause(PEACE);
  await posting.stop();
  await Promise.all(services.map((service) => service.stop()));
  const before = await contentsOf(postgres);
  await untilReceived(postgres);
  await cp(at('files'), at('backup-files'), { recursive: true });
  await postgres.kill();
  await stopProcess(log);
  const acknowledged = posting.sent.filter(isAcknowledged);
  report.wrong.push(
    ...posting.sent.filter((one) => !isAcknowledged(one)).map((one) => `${one.kind}: ${one.outcome}`),
  );
  report.figure(
    'posts answered with 201',
    `${acknowledged.length}, ${countFiles(acknowledged)} of them files`,
  );
  report.figure('of them during the base backup', meanwhile);
  report.figure('base backup', `${backup.seconds.toFixed(1)} s`);
  await restoreAndCompare(place, { before, forum, acknowledged }, report);
}

function countFiles(sent: readonly Sent[]): number {
  return sent.filter(({ kind }) => kind === 'file').length;
}

async function startOriginal(
  place: Place,
  postgres: Postgres,
): Promise<{ services: Service[]; forum: PostedForum }> {
  await mkdir(join(place.folder, 'files'));
  const kb = (...words: string[]) => runCommand('kb', postgres.url('kb'), words);
  await kb('create', HOST, '--name', 'Help', '--organization', 'Example');
  await kb('import', HOST, join(ROOT, 'services/kb-service/demo', HOST));
  const services = await startServices(place, postgres, 'files');
  const [, { origin }] = services;
  const database = openDatabaseOf(place, postgres.url('forum'));
  return { services, forum: await prepareForum(database, { origin }) };
}

function startServices(place: Place, postgres: Postgres, files: string): Promise<[Service, Service]> {
  return Promise.all([
    startService(place, 'kb', { KB_DATABASE_URL: postgres.url('kb') }),
    startService(place, 'forum', {
      FORUM_DATABASE_URL: postgres.url('forum'),
      FORUM_FILES_DIRECTORY: join(place.folder, files),
    }),
  ]);
}

async function receiveLog(postgres: Postgres, folder: string): Promise<ChildProcess> {
  await mkdir(folder);
  const words = ['-D', folder, '-d', postgres.url('postgres'), '--synchronous', '--no-loop'];
  return spawn(...program('pg_receivewal', words), { stdio: 'ignore' });
}

async function backUp(postgres: Postgres, folder: string): Promise<void> {
  const words = ['-D', folder, '-d', postgres.url('postgres'), '--checkpoint=fast', '--wal-method=none'];
  await run(...program('pg_basebackup', words));
}

async function untilReceived(postgres: Postgres): Promise<void> {
  const received = `select exists (select from pg_stat_replication
    where application_name = 'pg_receivewal' and flush_lsn >= pg_current_wal_flush_lsn()) as holds`;
  await until('the log is received', () => holds(postgres, received));
}

function holds(postgres: Postgres, statement: string): Promise<boolean> {
  return withDatabase(postgres.url('postgres'), (database) =>
    database.one(statement, [], (row) => row.holds),
  );
}

interface Original {
  before: Content[];
  forum: PostedForum;
  acknowledged: readonly Sent[];
}

const RECOVERY_SECONDS = 600;

async function restoreAndCompare(
  place: Place,
  { before, forum, acknowledged }: Original,
  report: Report,
): Promise<void> {
  const restored = await timed(() => restore(place));
  const after = await contentsOf(restored.result);
  const started = await timed(() => startServices(place, restored.result, 'backup-files'));
  const [kb, { origin }] = started.result;
  const dialogs = acknowledged.filter(({ kind }) => kind === 'dialog').map(({ mark }) => mark);
  const { status } = await fetch(`${kb.origin}/site/${HOST}`);
  const missing = [
    ...before.flatMap((content, index) => differences(content, after[index] ?? {})),
    ...(await compareList({ ...forum, origin }, new Set(dialogs))),
    ...(await compareFiles({ ...forum, origin }, acknowledged)),
    ...(status === 200 ? [] : [`the knowledge base: ${status}`]),
  ];
  report.figure('restore, log replayed', `${restored.seconds.toFixed(1)} s`);
  report.figure('start of the services', `${started.seconds.toFixed(1)} s`);
  const tables = before.reduce((sum, content) => sum + Object.keys(content).length, 0);
  const rows = before.reduce((sum, content) => sum + countRows(content), 0);
  const addresses = dialogs.length + countFiles(acknowledged);
  report.figure('compared', `${rows} rows of ${tables} tables, ${addresses} addresses`);
  report.figure('missing or different', missing.length === 0 ? 'nothing' : missing.length);
  report.wrong.push(...missing);
}

/** Has the base backup continue with the kept write-ahead log, the incomplete last segment included. */
async function restore(place: Place): Promise<Postgres> {
  const at = (name: string) => join(place.folder, name);
  await cp(at('backup'), at('restored'), { recursive: true, preserveTimestamps: true });
  const command = `cp "${at('log')}/%f" "%p" || cp "${at('log')}/%f.partial" "%p"`;
  await appendFile(join(at('restored'), 'postgresql.auto.conf'), `restore_command = '${command}'\n`);
  await writeFile(join(at('restored'), 'recovery.signal'), '');
  const postgres = await startInstalled(place, 'restored', []);
  const writable = 'select not pg_is_in_recovery() as holds';
  await until('the log is replayed', () => holds(postgres, writable), RECOVERY_SECONDS);
  return postgres;
}

function contentsOf(postgres: Postgres): Promise<Content[]> {
  return Promise.all(NAMES.map((name) => withDatabase(postgres.url(name), contentOf)));
}
