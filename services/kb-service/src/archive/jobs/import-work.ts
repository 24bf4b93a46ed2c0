import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { translateDiskErrors } from '@guidepost/files';
import { type Database, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Actor } from '../../model/permissions.ts';
import { importKnowledgeBase } from '../import/import-knowledge-base.ts';
import { openImportSource } from '../import/open-import-source.ts';
import type { LeftOut } from '../import/problems.ts';
import { isArchive, openUnpacked } from '../import/uploaded/open-upload.ts';
import { unpackArchive } from '../import/uploaded/unpack-archive.ts';
import type { JobKey, JobState } from './import-jobs.ts';
import { type ImportReport, reportImport } from './import-report.ts';

/** A job whose files are here. */
export interface HeldJob extends JobKey {
  host: string;
  actor: Actor;
  folder: string;
  name: string;
  /** Aborts the work, for the state that the job ends in. */
  abort: AbortController;
  isBusy: boolean;
  /** Milliseconds: when it is discarded if no one decides. */
  until: number;
  files: number;
  guidesRead: number;
  guides: number | null;
  notUnpacked: readonly LeftOut[];
}

/** Milliseconds for a dry run, and for an import. */
const LONGEST_WORK = 3_600_000;

const LOCK_TIMEOUT = 60_000;

const beginImport = sql`
  update import_jobs j
  set state = 'importing', heartbeat_at = now()
  where j.knowledge_base_id = $1 and j.id = $2 and j.state = 'wanted'
  returning j.id
`;
const endChecking = sql`
  -- Unless someone has stopped it meanwhile.
  update import_jobs j
  set state = 'checked', heartbeat_at = now(), report = $3, files = $4, guides_read = $5, guides = $6
  where j.knowledge_base_id = $1 and j.id = $2 and j.state = 'checking'
  returning j.id
`;
const endImport = sql`
  -- Whatever someone has decided meanwhile, this is what has happened.
  update import_jobs j
  set state = 'imported', ended_at = now(), report = $3, files = $4, guides_read = $5, guides = $6
  where j.knowledge_base_id = $1 and j.id = $2
`;
const endEarly = sql`
  update import_jobs j
  set state = $3, ended_at = now(), problem = $4
  where j.knowledge_base_id = $1 and j.id = $2
    and j.state in ('checking', 'checked', 'wanted', 'importing', 'stopping')
`;

export function keyOf({ knowledgeBaseId, id }: JobKey): [number, number] {
  return [knowledgeBaseId, id];
}

export function progressOf({ files, guidesRead, guides }: HeldJob): [number, number, number | null] {
  return [files, guidesRead, guides];
}

export function problemOf(error: unknown): string | null {
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  if (isLate) return 'The import took longer than an hour.';
  return error instanceof AppError && error.kind !== 'internal' ? error.message.slice(0, 5_000) : null;
}

/** Unpacks what was uploaded, and tries the import. */
export async function check(database: Database, job: HeldJob): Promise<'waits' | 'ends'> {
  const signal = signalOf(job);
  if (isArchive(job.name)) {
    const archive = join(job.folder, 'upload', job.name);
    const folder = join(job.folder, 'unpacked');
    await mkdir(folder);
    job.notUnpacked = await translateDiskErrors(
      unpackArchive(archive, folder, {
        signal,
        onFile: () => {
          job.files += 1;
        },
      }),
    );
    await rm(archive);
  } else job.files = 1;
  const report = await importUpload(database, job, { dryRun: true, signal });
  const waiting = await database.oneOrNone(endChecking([...keyOf(job), report, ...progressOf(job)]));
  return waiting ? 'waits' : endStopped(database, job);
}

async function endStopped(database: Database, job: HeldJob): Promise<'ends'> {
  await endJob(database, job, { state: 'stopped' });
  return 'ends';
}

/** Writes how a job ended that has not ended otherwise. */
export async function endJob(
  database: Database,
  job: JobKey,
  { state, problem = null }: { state: JobState; problem?: string | null },
): Promise<void> {
  await database.none(endEarly([...keyOf(job), state, problem]));
}

export async function runImport(database: Database, job: HeldJob, actor: Actor): Promise<'ends'> {
  const begun = await database.oneOrNone(beginImport(keyOf(job)));
  if (!begun) return endStopped(database, job);
  const report = await importUpload(database, job, { actor, dryRun: false, signal: signalOf(job) });
  await database.none(endImport([...keyOf(job), report, ...progressOf(job)]));
  return 'ends';
}

function signalOf({ abort }: HeldJob): AbortSignal {
  return AbortSignal.any([abort.signal, AbortSignal.timeout(LONGEST_WORK)]);
}

async function importUpload(
  database: Database,
  job: HeldJob,
  { actor = job.actor, ...options }: { actor?: Actor; dryRun: boolean; signal: AbortSignal },
): Promise<ImportReport> {
  const started = performance.now();
  options.signal.throwIfAborted();
  const source = isArchive(job.name)
    ? await openUnpacked(join(job.folder, 'unpacked'))
    : await openImportSource(join(job.folder, 'upload', job.name));
  const summary = await importKnowledgeBase(database, actor, {
    ...options,
    host: job.host,
    source,
    lockTimeout: LOCK_TIMEOUT,
    onStart(guides) {
      Object.assign(job, { guides, guidesRead: 0 });
    },
    onGuide() {
      job.guidesRead += 1;
    },
  });
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  const { knowledgeBaseId, notUnpacked } = job;
  return reportImport(database, { knowledgeBaseId, summary, notUnpacked, seconds });
}
