import { type Executor, sql } from '@guidepost/postgres';
import type { AttachedFile, ContactMessage } from './message-fields.ts';

/** Messages of a knowledge base that no target has taken, and the bytes of their files. */
const MOST_WAITING = 1_000;
const MOST_FILE_BYTES = 500_000_000;

const findByDigest = sql`
  select m.id from contact_messages m where m.knowledge_base_id = $1 and m.digest = $2
`;
const isUsed = sql`
  select m.id from contact_messages m where m.knowledge_base_id = $1 and m.proof = $2
`;
const readRoom = sql`
  select count(*) as messages, coalesce(sum(octet_length(m.file)), 0)::bigint as bytes
  from contact_messages m
  where m.knowledge_base_id = $1 and m.ended_at is null
`;
const insert = sql`
  -- No row if it was sent before, or if its proof has let another message in.
  insert into contact_messages (knowledge_base_id, digest, proof, content, file_name, file_type, file)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict do nothing
  returning id
`;

export interface KeptMessage {
  /** The knowledge base's id, that of its main language. */
  knowledgeBaseId: number;
  digest: Buffer;
  /** Undefined where no challenge was solved. */
  proof: Buffer | undefined;
  message: ContactMessage;
  file: AttachedFile | undefined;
}

/** Whether the same message was sent before. */
export async function isKnown(
  executor: Executor,
  { knowledgeBaseId, digest }: Pick<KeptMessage, 'knowledgeBaseId' | 'digest'>,
): Promise<boolean> {
  return (await executor.oneOrNone(findByDigest([knowledgeBaseId, digest]))) !== null;
}

/**
 * Keeps a message until its target has taken it; once, however often it is sent.
 * @returns `used` if the proof belongs to another message, `full` if too many wait
 */
export async function keepMessage(
  executor: Executor,
  { knowledgeBaseId, digest, proof, message, file }: KeptMessage,
): Promise<'kept' | 'used' | 'full'> {
  const room = await executor.one<{ messages: number; bytes: number }>(readRoom([knowledgeBaseId]));
  if (room.messages >= MOST_WAITING || room.bytes + (file?.bytes.length ?? 0) > MOST_FILE_BYTES)
    return 'full';
  const { name = null, type = null, bytes = null } = file ?? {};
  const values = [knowledgeBaseId, digest, proof ?? null, message, name, type, bytes && Buffer.from(bytes)];
  const kept = await executor.oneOrNone(insert(values));
  if (kept || (await isKnown(executor, { knowledgeBaseId, digest }))) return 'kept';
  const used = proof && (await executor.oneOrNone(isUsed([knowledgeBaseId, proof])));
  return used ? 'used' : 'full';
}
