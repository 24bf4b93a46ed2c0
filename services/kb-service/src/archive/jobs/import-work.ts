import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { translateDiskErrors } from '@guidepost/files';
import { type Database, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Actor } from '../../model/permissions.ts';
import { importKnowledgeBase } from '../import/import-knowledge-base.ts';
import type { ImportSource } from '../import/import-source.ts';
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
  /** The name of the upload; undefined for a fetch. */
  name: string | undefined;
  /** Aborts the work, for the state that the job ends in. */
  abort: AbortController;
  isBusy: boolean;
  /** Milliseconds: when it is discarded if no one decides. */
  until: number;
  fetched: number | null;
  files: number;
  guidesRead: number;
  guides: number | null;
  notUnpacked: readonly LeftOut[];
}

/** The folder of what is fetched, in that of a job. */
export const FETCHED = 'fetched';

/** Milliseconds for a dry run, and for an import. */
const LONGEST_WORK = 3_600_000;

const LOCK_TIMEOUT = 60_000;

const beginImport = sql`
  update import_jobs j
  set state = 'importing', heartbeat_at = now()
  where j.knowledge_base_id = $1 and j.id = $2 and j.state = 'wanted'
  returning j.id
`;
const beginChecking = sql`
  -- Unless someone has stopped it meanwhile.
  update import_jobs j
  set state = 'checking', heartbeat_at = now(), fetched = $3
  where j.knowledge_base_id = $1 and j.id = $2 and j.state = 'fetching'
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
  set state = $3, ended_at = now(), problem = $4, problem_reason = $5
  where j.knowledge_base_id = $1 and j.id = $2
    and j.state in ('fetching', 'checking', 'checked', 'wanted', 'importing', 'stopping')
`;

export function keyOf({ knowledgeBaseId, id }: JobKey): [number, number] {
  return [knowledgeBaseId, id];
}

export function progressOf({ files, guidesRead, guides }: HeldJob): [number, number, number | null] {
  return [files, guidesRead, guides];
}

/** Why a job failed, in English, and the name of the text that says the same. */
interface JobProblem {
  message: string;
  reason?: string | undefined;
}

export function problemOf(error: unknown): JobProblem | undefined {
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  if (isLate) return { message: 'It took too long.', reason: 'tookTooLong' };
  if (!(error instanceof AppError) || error.kind === 'internal') return undefined;
  return { message: error.message.slice(0, 5_000), reason: error.details.reason };
}

/** The check of what was fetched can begin. @returns whether no one has stopped the job meanwhile */
export async function endFetching(database: Database, job: HeldJob): Promise<boolean> {
  return (await database.oneOrNone(beginChecking([...keyOf(job), job.fetched]))) !== null;
}

/** Unpacks what was uploaded, and tries the import. */
export async function check(database: Database, job: HeldJob): Promise<'waits' | 'ends'> {
  const signal = signalOf(job);
  if (job.name !== undefined && isArchive(job.name)) {
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
  } else if (job.name !== undefined) job.files = 1;
  const report = await importUpload(database, job, { dryRun: true, signal });
  const waiting = await database.oneOrNone(endChecking([...keyOf(job), report, ...progressOf(job)]));
  return waiting ? 'waits' : endStopped(database, job);
}

export async function endStopped(database: Database, job: HeldJob): Promise<'ends'> {
  await endJob(database, job, { state: 'stopped' });
  return 'ends';
}

/** Writes how a job ended that has not ended otherwise. */
export async function endJob(
  database: Database,
  job: JobKey,
  { state, problem }: { state: JobState; problem?: JobProblem | undefined },
): Promise<void> {
  const { message = null, reason = null } = problem ?? {};
  await database.none(endEarly([...keyOf(job), state, message, reason]));
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

function openSource({ name, folder }: HeldJob): Promise<ImportSource> {
  if (name === undefined) return openImportSource(join(folder, FETCHED));
  return isArchive(name)
    ? openUnpacked(join(folder, 'unpacked'))
    : openImportSource(join(folder, 'upload', name));
}

async function importUpload(
  database: Database,
  job: HeldJob,
  { actor = job.actor, ...options }: { actor?: Actor; dryRun: boolean; signal: AbortSignal },
): Promise<ImportReport> {
  const started = performance.now();
  options.signal.throwIfAborted();
  const source = await openSource(job);
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
