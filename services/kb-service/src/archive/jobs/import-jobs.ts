import { type Executor, fromDatabaseError, isUniqueViolation, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { type Actor, requirePermission } from '../../model/permissions.ts';
import { listKnowledgeBasesById } from '../../tenants/find-knowledge-base.ts';
import type { ImportReport } from './import-report.ts';

/**
 * `fetching` asks the server of another vendor, `checking` is the dry run, `checked` waits for someone to decide,
 * `wanted` for the instance that has the files; `interrupted` is a job whose process has ended.
 */
export type JobState =
  | 'fetching'
  | 'checking'
  | 'checked'
  | 'wanted'
  | 'importing'
  | 'imported'
  | 'stopping'
  | 'stopped'
  | 'discarded'
  | 'failed'
  | 'interrupted';

/** An import that was begun at the desk. */
export interface ImportJob {
  id: number;
  /** The name of the upload, or the vendor and the host that are asked. */
  file_name: string;
  started_by: string;
  created_at: Date;
  decided_by: string | null;
  state: JobState;
  ended_at: Date | null;
  /** Pages and files that were fetched so far; null for what was uploaded. */
  fetched: number | null;
  /** Unpacked so far. */
  files: number;
  guides_read: number;
  /** Undefined until the source has been read. */
  guides: number | null;
  problem: string | null;
  /** The name of the text that says the same in the language of a page. */
  problem_reason: string | null;
}

export interface ReportedJob extends ImportJob {
  report: ImportReport | null;
}

/** Which job of which knowledge base. */
export interface JobKey {
  knowledgeBaseId: number;
  id: number;
}

const endAbandoned = sql`
  -- A job goes on in one process. Without a sign of it for a minute, the process has ended.
  update import_jobs j
  set state = 'interrupted', ended_at = j.heartbeat_at
  where j.knowledge_base_id = $1
    and j.state in ('fetching', 'checking', 'checked', 'wanted', 'importing', 'stopping')
    and j.heartbeat_at < now() - interval '1 minute'
`;
const deleteOld = sql`
  delete from import_jobs j where j.knowledge_base_id = $1 and j.created_at < now() - interval '90 days'
`;
const insertJob = sql`
  insert into import_jobs (knowledge_base_id, file_name, started_by, state, fetched)
  values ($1, $2, $3, $4, $5)
  returning id
`;
const listLast = sql`
  select j.id, j.file_name, j.started_by, j.created_at, j.decided_by, j.state, j.ended_at, j.fetched, j.files,
    j.guides_read, j.guides, j.problem, j.problem_reason
  from import_jobs j
  where j.knowledge_base_id = $1
  order by j.id desc
  limit 20
`;
const findOne = sql`
  select j.id, j.file_name, j.started_by, j.created_at, j.decided_by, j.state, j.ended_at, j.fetched, j.files,
    j.guides_read, j.guides, j.problem, j.problem_reason, j.report
  from import_jobs j
  where j.knowledge_base_id = $1 and j.id = $2
`;
const wantImport = sql`
  update import_jobs j
  set state = 'wanted', decided_by = $3, decider_id = $4
  where j.knowledge_base_id = $1 and j.id = $2 and j.state = 'checked'
  returning j.id
`;
const discard = sql`
  update import_jobs j
  set state = 'discarded', ended_at = now()
  where j.knowledge_base_id = $1 and j.id = $2 and j.state = 'checked'
  returning j.id
`;
const stop = sql`
  update import_jobs j
  set state = 'stopping'
  where j.knowledge_base_id = $1 and j.id = $2 and j.state in ('fetching', 'checking', 'wanted', 'importing')
  returning j.id
`;

/** The decisions of people about a job; the instance that has its files hears of them by its next heartbeat. */
const DECISIONS = { import: wantImport, discard, stop } as const;

export type Decision = keyof typeof DECISIONS;

export interface NewJob {
  knowledgeBaseId: number;
  fileName: string;
  state: 'fetching' | 'checking';
}

/**
 * Begins a job, and forgets those of more than ninety days ago.
 * @throws AppError `forbidden`; `conflict` with the reason `importUnfinished` while there is another one
 */
export async function createJob(
  database: Executor,
  actor: Actor,
  { knowledgeBaseId, fileName, state }: NewJob,
): Promise<number> {
  await requireImporter(database, actor, knowledgeBaseId);
  await database.none(endAbandoned([knowledgeBaseId]));
  await database.none(deleteOld([knowledgeBaseId]));
  try {
    const fetched = state === 'fetching' ? 0 : null;
    const values = [knowledgeBaseId, fileName, actor.name, state, fetched];
    const { id } = await database.one<{ id: number }>(insertJob(values));
    return id;
  } catch (error) {
    if (isUniqueViolation(error))
      throw new AppError('conflict', 'Another import has not been decided yet.', {
        reason: 'importUnfinished',
      });
    throw fromDatabaseError(error);
  }
}

/** The last twenty. */
export async function listJobs(database: Executor, knowledgeBaseId: number): Promise<ImportJob[]> {
  await database.none(endAbandoned([knowledgeBaseId]));
  return database.any<ImportJob>(listLast([knowledgeBaseId]));
}

/** @throws AppError `not-found` */
export async function findJob(database: Executor, { knowledgeBaseId, id }: JobKey): Promise<ReportedJob> {
  await database.none(endAbandoned([knowledgeBaseId]));
  const job = await database.oneOrNone<ReportedJob>(findOne([knowledgeBaseId, id]));
  if (!job) throw new AppError('not-found', 'There is no such import.');
  return job;
}

/**
 * Writes what someone has decided about a job; a decision that comes too late changes nothing.
 * @throws AppError `forbidden`, or `not-found`
 */
export async function decide(
  database: Executor,
  actor: Actor,
  { decision, ...key }: JobKey & { decision: Decision },
): Promise<void> {
  await requireImporter(database, actor, key.knowledgeBaseId);
  await findJob(database, key);
  const decider = decision === 'import' ? [actor.name, actor.personId ?? null] : [];
  await database.oneOrNone(DECISIONS[decision]([key.knowledgeBaseId, key.id, ...decider]));
}

/** @throws AppError `forbidden` */
async function requireImporter(database: Executor, actor: Actor, knowledgeBaseId: number): Promise<void> {
  const [knowledgeBase] = await listKnowledgeBasesById(database, [knowledgeBaseId]);
  if (!knowledgeBase) throw new AppError('not-found', 'There is no such knowledge base.');
  requirePermission(actor, 'import', knowledgeBase);
}
