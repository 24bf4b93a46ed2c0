import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Content, contentOf, countRows, differences, withDatabase } from '../backup/tables.ts';
import { readCommandLine } from '../local/command-line.ts';
import {
  createCluster,
  findPrograms,
  type Programs,
  recoverFrom,
  type Server,
  startServer,
} from './postgres.ts';
import { keepPosting, missingOf, type Posted } from './posts.ts';
import { environmentOf, runCommand, type Services, startServices } from './services.ts';

readCommandLine(`Usage: npm run drill

Backs up both services with pg_basebackup, pg_receivewal and a copy of the files while posts arrive, ends everything,
restores it in another place, and compares (docs/operations.md).`);

const run = promisify(execFile);
const DATABASES = ['kb', 'forum'] as const;
const PROGRAMS = await findPrograms();

const folder = await mkdtemp(join(tmpdir(), 'guidepost-drill-'));
const at = (name: string): string => join(folder, name);
try {
  process.exitCode = await drill();
} finally {
  await rm(folder, { recursive: true });
}

async function drill(): Promise<number> {
  const { server, services, key } = await startOriginal();
  const log = await receiveLog(PROGRAMS, server);
  const posting = keepPosting(services.forum, key);
  await delay(3_000);
  const during = posting.posted.dialogs.length;
  const backup = await timed(() => backUp(server));
  const meanwhile = posting.posted.dialogs.length - during;
  await delay(3_000);
  const posted = await posting.stop();
  await services.stop();
  const before = await contents(server);
  await untilReceived(server);
  await cp(at('files'), at('backup-files'), { recursive: true });
  await server.kill();
  await ended(log);
  report('posts answered with 201', `${posted.dialogs.length}, ${posted.files.size} with a file`);
  report('of them during the base backup', String(meanwhile));
  report('base backup', `${backup.seconds} s`);
  return restoreAndCompare(before, posted);
}

async function startOriginal(): Promise<{ server: Server; services: Services; key: string }> {
  await createCluster(PROGRAMS, at('data'));
  const server = await startServer(PROGRAMS, { data: at('data'), folder: at('s') });
  for (const name of DATABASES)
    await withDatabase(server.url('postgres'), (database) =>
      database.none('create database $1:name', [name]),
    );
  await mkdir(at('files'));
  const environment = environmentOf(server, at('files'));
  await runCommand(
    'kb',
    ['create', 'help.example.com', '--name', 'Help', '--organization', 'Example'],
    environment,
  );
  const demo = new URL('../../services/kb-service/demo/help.example.com', import.meta.url).pathname;
  await runCommand('kb', ['import', 'help.example.com', demo], environment);
  await runCommand('forum', ['account', 'create', 'Example', '--api-keys'], environment);
  await runCommand('forum', ['create', 'drill', '--account', 'Example', '--name', 'Drill'], environment);
  const created = await runCommand('forum', ['key', 'create', 'Example', 'drill', '--json'], environment);
  return { server, services: await startServices(environment), key: JSON.parse(created).key };
}

async function receiveLog(programs: Programs, server: Server): Promise<ChildProcess> {
  await mkdir(at('log'));
  const words = ['-D', at('log'), '-d', server.url('postgres'), '--synchronous', '--no-loop'];
  return spawn(...programs('pg_receivewal', words), { stdio: 'ignore' });
}

async function backUp(server: Server): Promise<void> {
  const words = ['-D', at('backup'), '-d', server.url('postgres'), '--checkpoint=fast', '--wal-method=none'];
  await run(...PROGRAMS('pg_basebackup', words));
}

async function untilReceived(server: Server): Promise<void> {
  const asked = `select exists (select from pg_stat_replication
    where application_name = 'pg_receivewal' and flush_lsn >= pg_current_wal_flush_lsn()) as done`;
  for (;;) {
    const done = await withDatabase(server.url('postgres'), (database) =>
      database.one(asked, [], (row) => row.done),
    );
    if (done) return;
    await delay(20);
  }
}

async function restoreAndCompare(before: Content[], posted: Posted): Promise<number> {
  const restored = await timed(async () => {
    await cp(at('backup'), at('restored'), { recursive: true, preserveTimestamps: true });
    await recoverFrom(at('restored'), at('log'));
    return startServer(PROGRAMS, { data: at('restored'), folder: at('r') });
  });
  const server = restored.result;
  const after = await contents(server);
  const started = await timed(() => startServices(environmentOf(server, at('backup-files'))));
  const missing = await missingOf(posted, started.result.forum);
  const { status } = await fetch(`${started.result.kb}/site/help.example.com`);
  await started.result.stop();
  await server.kill();
  const wrong = [...before.flatMap((content, index) => differences(content, after[index] ?? {})), ...missing];
  if (status !== 200) wrong.push(`the knowledge base: ${status}`);
  report('restore, log replayed', `${restored.seconds} s`);
  report('start of the services', `${started.seconds} s`);
  const tables = before.reduce((sum, content) => sum + Object.keys(content).length, 0);
  const rows = before.reduce((sum, content) => sum + countRows(content), 0);
  report(
    'compared',
    `${rows} rows of ${tables} tables, ${posted.dialogs.length + posted.files.size} addresses`,
  );
  report(
    'missing or different',
    wrong.length === 0 ? 'nothing' : `${wrong.length}\n${wrong.slice(0, 20).join('\n')}`,
  );
  return wrong.length === 0 ? 0 : 1;
}

function contents(server: Server): Promise<Content[]> {
  return Promise.all(DATABASES.map((name) => withDatabase(server.url(name), contentOf)));
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function timed<Result>(action: () => Promise<Result>): Promise<{ result: Result; seconds: string }> {
  const began = performance.now();
  const result = await action();
  return { result, seconds: ((performance.now() - began) / 1_000).toFixed(1) };
}

function report(what: string, value: string): void {
  console.log(`${what.padEnd(34)}${value}`);
}
