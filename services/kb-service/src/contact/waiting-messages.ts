import { type Executor, sql } from '@guidepost/postgres';
import { AppError, isStoredId } from '@guidepost/service-kit';
import { foldAddress } from '@guidepost/staff';
import { deleteEvents, resendRecord } from '@guidepost/webhooks';
import type { Actor } from '../model/permissions.ts';
import { changeUnseen } from '../tenants/changes.ts';
import type { ContactMessage } from './message-fields.ts';

/** A message that no target has taken yet. */
export interface WaitingMessage {
  id: number;
  name: string;
  email: string;
  subject: string;
  created_at: Date;
  attempts: number;
  next_attempt_at: Date;
  /** Whether it is tried no more, until someone has it tried again. */
  given_up: boolean;
  /** Null before the first attempt has failed. */
  problem: string | null;
  answer: string | null;
  file_name: string | null;
}

/** All of it. */
export interface WaitingMessageDetails extends WaitingMessage {
  content: ContactMessage;
}

const COLUMNS = sql.part`m.id, m.content ->> 'name' as name, m.content ->> 'email' as email, m.content ->> 'subject' as subject,
    m.created_at, m.attempts, m.next_attempt_at, m.give_up_at <= now() as given_up, m.problem, m.answer, m.file_name`;

const list = sql`
  -- Oldest first. $2 how many, $3 after this one
  select ${COLUMNS}
  from contact_messages m
  where m.knowledge_base_id = $1 and m.ended_at is null and m.id > $3
  order by m.id
  limit $2
`;
const count = sql`
  select count(*) as messages from contact_messages m where m.knowledge_base_id = $1 and m.ended_at is null
`;
const find = sql`
  -- Until a message has ended, its content is not null.
  select ${COLUMNS}, m.content
  from contact_messages m
  where m.knowledge_base_id = $1 and m.id = $2 and m.ended_at is null
`;
const findFile = sql`
  -- Where there is a file, file_name is not null and file_type is not null.
  select m.file_name as name, m.file_type as type, m.file as bytes
  from contact_messages m
  where m.knowledge_base_id = $1 and m.id = $2 and m.ended_at is null and m.file is not null
`;
const tryAgain = sql`
  -- $2 the only message; null for all. For three more days. One that the target may have taken is looked for first,
  -- once the target can find it.
  update contact_messages m
  set attempts = 0, give_up_at = now() + interval '3 days',
    next_attempt_at = case
      when exists (
        select from contact_targets t where t.knowledge_base_id = m.knowledge_base_id and t.kind = any(m.uncertain_kinds)
      ) then greatest(now(), m.attempted_at + interval '5 minutes')
      else now()
    end
  where m.knowledge_base_id = $1 and m.ended_at is null and ($2::bigint is null or m.id = $2)
  returning m.id
`;
const close = sql`
  update contact_messages
  set outcome = 'closed', ended_at = now(), content = null, file = null, file_name = null, file_type = null,
    problem = null, answer = null
  where knowledge_base_id = $1 and id = $2 and ended_at is null
  returning id
`;
const erase = sql`
  -- $2 an e-mail address in lower case
  delete from contact_messages
  where knowledge_base_id = $1 and lower(content ->> 'email') = $2
  returning id
`;

/** Messages on a page of the list. */
export const SHOWN_MESSAGES = 50;

/** Oldest first. @param after only messages after this one */
export function listWaitingMessages(
  executor: Executor,
  {
    knowledgeBaseId,
    limit = SHOWN_MESSAGES,
    after = 0,
  }: { knowledgeBaseId: number; limit?: number; after?: number },
): Promise<WaitingMessage[]> {
  return executor.any<WaitingMessage>(list([knowledgeBaseId, limit, isStoredId(after) ? after : 0]));
}

export async function countWaitingMessages(executor: Executor, knowledgeBaseId: number): Promise<number> {
  return (await executor.one<{ messages: number }>(count([knowledgeBaseId]))).messages;
}

export interface MessageReference {
  knowledgeBaseId: number;
  id: number;
}

/** @throws AppError `not-found`, also for one that was taken meanwhile */
export async function readWaitingMessage(
  executor: Executor,
  { knowledgeBaseId, id }: MessageReference,
): Promise<WaitingMessageDetails> {
  const found = isStoredId(id)
    ? await executor.oneOrNone<WaitingMessageDetails>(find([knowledgeBaseId, id]))
    : null;
  return found ?? noSuchMessage(id);
}

interface MessageFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/** @throws AppError `not-found` */
export async function readMessageFile(
  executor: Executor,
  { knowledgeBaseId, id }: MessageReference,
): Promise<MessageFile> {
  const found = isStoredId(id)
    ? await executor.oneOrNone<MessageFile>(findFile([knowledgeBaseId, id]))
    : null;
  return found ?? noSuchMessage(id);
}

interface MessageChange {
  /** The host of the knowledge base. */
  host: string;
  id: number;
}

/** The name of a message in events about it. */
export function recordOf(id: number): string {
  return `contact/${id}`;
}

/** Has messages tried again for three more days, also those that were given up. */
export async function retryAllMessages(transaction: Executor, knowledgeBaseId: number): Promise<void> {
  await transaction.any(tryAgain([knowledgeBaseId, null]));
}

/** Has a message tried again, soon. @throws AppError `not-found` */
export function retryMessage(database: Executor, actor: Actor, { host, id }: MessageChange): Promise<void> {
  const change = { host, actor, action: 'contact retry' } as const;
  return changeUnseen(database, change, async (transaction, { main_id: tenant }) => {
    const tried = isStoredId(id) ? await transaction.oneOrNone(tryAgain([tenant, id])) : null;
    if (!tried) noSuchMessage(id);
    await resendRecord(transaction, { tenantId: tenant, record: recordOf(id) });
    return { result: undefined, audit: { details: { message: id } } };
  });
}

/** Someone has taken a message by hand: it is deleted, and delivered nowhere. @throws AppError `not-found` */
export function closeMessage(database: Executor, actor: Actor, { host, id }: MessageChange): Promise<void> {
  const change = { host, actor, action: 'contact close' } as const;
  return changeUnseen(database, change, async (transaction, { main_id: tenant }) => {
    const closed = isStoredId(id) ? await transaction.oneOrNone(close([tenant, id])) : null;
    if (!closed) noSuchMessage(id);
    await deleteEvents(transaction, tenant, [recordOf(id)]);
    return { result: undefined, audit: { details: { message: id } } };
  });
}

/**
 * Deletes the messages of a writer that are still kept, with their events for webhooks. What a target has taken is
 * there.
 * @returns how many
 */
export function eraseMessages(
  database: Executor,
  actor: Actor,
  { host, email }: { host: string; email: string },
): Promise<number> {
  const change = { host, actor, action: 'contact erase' } as const;
  return changeUnseen(database, change, async (transaction, { main_id: tenant }) => {
    const erased = await transaction.any<{ id: number }>(erase([tenant, foldAddress(email)]));
    const records = erased.map(({ id }) => recordOf(id));
    await deleteEvents(transaction, tenant, records);
    return { result: erased.length, audit: { details: { messages: erased.length } } };
  });
}

function noSuchMessage(id: number): never {
  throw new AppError('not-found', `There is no message ${id} here. It may have been delivered meanwhile.`);
}
