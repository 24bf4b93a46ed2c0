import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { translateDiskErrors } from '@guidepost/files';
import { type Database, sql } from '@guidepost/postgres';
import { AppError, createBackgroundWork, type Logger } from '@guidepost/service-kit';
import type { Actor } from '../../model/permissions.ts';
import { nameOfUpload } from '../import/uploaded/open-upload.ts';
import { beginFetching, type FetchedSource, type FetchLimits, fetchSource } from './fetch-source.ts';
import { createJob, type JobState } from './import-jobs.ts';
import {
  check,
  endFetching,
  endJob,
  endStopped,
  type HeldJob,
  keyOf,
  problemOf,
  progressOf,
  runImport,
} from './import-work.ts';

/** Something that was uploaded, in a folder of its own. */
export interface UploadedSource {
  knowledgeBaseId: number;
  host: string;
  /** From {@link ImportRunner.makeFolder}. */
  folder: string;
  path: string;
  /** As the browser calls it. */
  name: string;
}

/** Runs the imports that began at this instance. */
export interface ImportRunner {
  /** An empty folder for an upload. */
  makeFolder(): Promise<string>;
  /** Begins with the dry run. @throws AppError as `nameOfUpload` and `createJob` do */
  begin(actor: Actor, upload: UploadedSource): Promise<number>;
  /**
   * Begins with fetching a help centre. Its token is in the memory of this process only, until it is fetched.
   * @throws AppError `unavailable` with the reason `fetchesBusy`, or as `createJob` does
   */
  beginFetch(actor: Actor, source: FetchedSource): Promise<number>;
  /** Says that the jobs go on, and hears what people have decided about them. */
  look(): Promise<void>;
  /** Ends all jobs; none of them is half done. */
  stop(): Promise<void>;
}

/** Milliseconds between heartbeats. */
const PAUSE = 1_000;

const HOUR = 3_600_000;
const LONGEST_DECISION = 24 * HOUR;
/** No job is held for so long. */
const AGE_OF_LEFTOVERS = 3 * LONGEST_DECISION;

/** Fetches at once, each of which may hold a large page in memory. Uploads do not wait for them. */
const MOST_FETCHES = 4;

/** Aborts work on a job that has ended elsewhere. */
const OVER = 'over';

const FOLDER = 'guidepost-desk-import-';

const beat = sql`
  update import_jobs j
  set heartbeat_at = now(), files = $3, guides_read = $4, guides = $5, fetched = $6
  where j.knowledge_base_id = $1 and j.id = $2
    and j.state in ('fetching', 'checking', 'checked', 'wanted', 'importing', 'stopping')
  returning j.state, j.decided_by, j.decider_id
`;
/** @param database whose connections no request waits for */
export function createImportRunner({
  database,
  logger,
  folder = tmpdir(),
  allowPrivate = false,
  limits,
}: {
  database: Database;
  logger: Logger;
  folder?: string | undefined;
  /** Whether help centres inside this network may be fetched. */
  allowPrivate?: boolean;
  /** Limits of a fetch. */
  limits?: FetchLimits;
}): ImportRunner {
  const held = new Set<HeldJob>();
  const fetches = new Set<Promise<void>>();
  /** One after the other, since each reads many files and may hold much in memory. */
  let queue = Promise.resolve();
  const heartbeat = createBackgroundWork({
    async work() {
      await look();
      return false;
    },
    pause: PAUSE,
    onFailure: (err) => logger.warn({ err }, 'the state of imports cannot be written at the moment'),
    onRecovery: () => logger.info('the state of imports is written again'),
  });
  let isStarted = false;

  function start(): void {
    if (isStarted) return;
    isStarted = true;
    heartbeat.start();
    deleteLeftovers(folder).catch((err: unknown) =>
      logger.warn({ err }, 'cannot delete folders of former imports'),
    );
  }

  async function look(): Promise<void> {
    for (const job of held) {
      const row = await database.oneOrNone<{
        state: JobState;
        decided_by: string | null;
        decider_id: number | null;
      }>(beat([...keyOf(job), ...progressOf(job), job.fetched]));
      if (!row || row.state === 'stopping') await end(job, row ? 'stopped' : undefined);
      else if (row.state === 'wanted' && !job.isBusy) {
        const { decided_by: name, decider_id: personId } = row;
        const decider = { ...job.actor, name: name ?? job.actor.name, personId: personId ?? undefined };
        enqueue(job, () => runImport(database, job, decider));
      } else if (row.state === 'checked' && Date.now() > job.until) await end(job, 'discarded');
    }
  }

  /** @param state undefined if the job is over already, or with its knowledge base */
  async function end(job: HeldJob, state: JobState | undefined): Promise<void> {
    job.abort.abort(state ?? OVER);
    if (job.isBusy) return;
    if (state) await endJob(database, job, { state });
    await drop(job);
  }

  function enqueue(job: HeldJob, work: () => Promise<'waits' | 'ends'>): void {
    job.isBusy = true;
    queue = settle(job, queue.then(work));
  }

  async function settle(job: HeldJob, work: Promise<'waits' | 'goes on' | 'ends'>): Promise<void> {
    try {
      const outcome = await work.catch((error: unknown) => fail(job, error));
      if (outcome === 'goes on') return;
      job.isBusy = false;
      if (outcome === 'ends') await drop(job);
    } catch (err) {
      // Without a heartbeat it counts as interrupted.
      held.delete(job);
      logger.error({ err, host: job.host }, 'an import could not be ended');
    }
  }

  async function fetchThenCheck(job: HeldJob, source: FetchedSource): Promise<'goes on' | 'ends'> {
    await fetchSource(job, source, { allowPrivate, limits });
    if (!(await endFetching(database, job))) return endStopped(database, job);
    enqueue(job, () => check(database, job));
    return 'goes on';
  }

  function hold(
    job: Pick<HeldJob, 'knowledgeBaseId' | 'id' | 'host' | 'actor' | 'folder' | 'name'>,
  ): HeldJob {
    const fresh: HeldJob = {
      ...job,
      abort: new AbortController(),
      isBusy: true,
      until: Date.now() + LONGEST_DECISION,
      fetched: job.name === undefined ? 0 : null,
      files: 0,
      guidesRead: 0,
      guides: null,
      notUnpacked: [],
    };
    held.add(fresh);
    start();
    return fresh;
  }

  async function fail(job: HeldJob, error: unknown): Promise<'ends'> {
    const { aborted, reason } = job.abort.signal;
    const isTold = error instanceof AppError && error.kind !== 'internal';
    if (!aborted && !isTold) logger.error({ err: error, host: job.host }, 'an import failed');
    const problem = aborted ? undefined : problemOf(error);
    if (reason !== OVER) await endJob(database, job, { state: aborted ? reason : 'failed', problem });
    return 'ends';
  }

  async function drop(job: HeldJob): Promise<void> {
    held.delete(job);
    await rm(job.folder, { recursive: true, force: true });
  }

  const makeFolder = () => translateDiskErrors(mkdtemp(join(folder, FOLDER)));

  return {
    makeFolder,
    async begin(actor, { knowledgeBaseId, host, folder, path, name: sent }) {
      const name = nameOfUpload(sent);
      await mkdir(join(folder, 'upload'));
      await rename(path, join(folder, 'upload', name));
      const id = await createJob(database, actor, { knowledgeBaseId, fileName: name, state: 'checking' });
      const job = hold({ knowledgeBaseId, id, host, actor, folder, name });
      enqueue(job, () => check(database, job));
      return id;
    },
    async beginFetch(actor, source) {
      if (fetches.size >= MOST_FETCHES) throw busy();
      const { knowledgeBaseId, host } = source;
      const place = await makeFolder();
      const id = await beginFetching(database, actor, source).catch(async (error: unknown) => {
        await rm(place, { recursive: true, force: true });
        throw error;
      });
      const job = hold({ knowledgeBaseId, id, host, actor, folder: place, name: undefined });
      const fetching = settle(job, fetchThenCheck(job, source)).finally(() => fetches.delete(fetching));
      fetches.add(fetching);
      return id;
    },
    look,
    async stop() {
      await heartbeat.stop();
      for (const job of held) await end(job, 'interrupted');
      await Promise.all(fetches);
      await queue;
    },
  };
}

function busy(): AppError {
  return new AppError('unavailable', 'Other help centres are being fetched at the moment.', {
    reason: 'fetchesBusy',
  });
}

/** Folders of processes that could not end their jobs. */
async function deleteLeftovers(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(FOLDER));
  for (const name of names) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > AGE_OF_LEFTOVERS) await rm(path, { recursive: true, force: true });
  }
}
