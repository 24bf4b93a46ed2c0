import { type Executor, sql } from '@guidepost/postgres';
import type { ContactMessage } from './message-fields.ts';

interface DescribedRow {
  content: ContactMessage;
  created_at: Date;
  file_name: string | null;
  file_type: string | null;
  file: Buffer | null;
}

const find = sql`
  -- Until a message has ended, its content is not null.
  select m.content, m.created_at, m.file_name, m.file_type, m.file
  from contact_messages m
  where m.knowledge_base_id = $1 and m.id = $2 and m.ended_at is null
`;

/** A message in an event, with its file in Base64; only its id once it has been taken or deleted. */
export async function describeMessage(
  executor: Executor,
  knowledgeBaseId: number,
  id: number,
): Promise<object> {
  const message = { type: 'message', id: String(id) };
  const found = await executor.oneOrNone<DescribedRow>(find([knowledgeBaseId, id]));
  if (!found) return message;
  const { file_name: name, file_type: type, file } = found;
  const attached = file && { name, type, size: file.length, content: file.toString('base64') };
  return { ...message, attributes: { ...found.content, created_at: found.created_at, file: attached } };
}
