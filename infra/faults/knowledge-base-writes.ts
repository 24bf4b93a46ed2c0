import { createHash } from 'node:crypto';
import { type Answer, request, type Sent, type Traffic } from './posting.ts';

export const HOST = 'faults.example.com';

/** Far from the ids of what is written. The first one is voted on. */
export const CHANGED_GUIDES = Array.from({ length: 20 }, (_, place) => 1_000_000_000 + place);

export interface KnowledgeBaseWrites {
  origin: string;
  /** An access key that may write. */
  key: string;
}

const KINDS = ['vote', 'guide', 'vote', 'change'];
const JSON_API = 'application/vnd.api+json';

export function knowledgeBaseTraffic(writes: KnowledgeBaseWrites): Traffic {
  return {
    kindOf: (number) => KINDS[number % KINDS.length] ?? '',
    send: (sent) => sendWrite(writes, sent),
  };
}

export function sendWrite(writes: KnowledgeBaseWrites, { kind, mark }: Sent): Promise<Answer> {
  switch (kind) {
    case 'vote':
      return vote(writes, mark);
    case 'guide':
      return write(writes, 'POST', { title: `Guide ${mark}`, content_markdown: mark, state: 'published' });
    default:
      return write(writes, 'PATCH', { id: guideOf(mark), title: `Changed ${mark}` });
  }
}

/** A network of its own for each mark, since an address has few votes. */
function vote({ origin }: KnowledgeBaseWrites, mark: string): Promise<Answer> {
  const groups = createHash('sha256').update(mark).digest('hex').match(/.{4}/g) ?? [];
  const headers = { Accept: JSON_API, 'X-Forwarded-For': `fd00:${groups.slice(0, 3).join(':')}::1` };
  const url = `${origin}/knowledge/v1/${HOST}/guides/${CHANGED_GUIDES[0]}/upvote`;
  return request(url, '', { headers });
}

function write(
  { origin, key }: KnowledgeBaseWrites,
  method: string,
  { id, ...attributes }: { id?: string } & Record<string, string>,
): Promise<Answer> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': JSON_API, Accept: JSON_API };
  const content = JSON.stringify({ data: { type: 'guide', ...(id && { id }), attributes } });
  const url = `${origin}/jsonapi/knowledge/v1/${HOST}/guides${id ? `/${id}` : ''}`;
  return request(url, content, { method, headers });
}

function guideOf(mark: string): string {
  return String(CHANGED_GUIDES[mark.charCodeAt(0) % CHANGED_GUIDES.length]);
}
