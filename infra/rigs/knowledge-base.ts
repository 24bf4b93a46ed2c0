import { createHash } from 'node:crypto';
import type { Database } from '@guidepost/postgres';
import { issueAccessKey } from '../../services/kb-service/src/tenants/access-keys.ts';
import { OPERATOR, writeContent } from '../../services/kb-service/src/testing/content.ts';
import {
  type Answer,
  type Audit,
  compareSearch,
  compareWithStored,
  isAcknowledged,
  type Sent,
} from './ledger.ts';
import { request, type Traffic } from './load.ts';

/** A knowledge base that is voted on, and written to over the API. */
export interface WrittenKnowledgeBase {
  origin: string;
  /** An access key that may write. */
  key: string;
}

const HOST = 'faults.example.com';

/** Far from the ids of what is written. The first one is voted on. */
const CHANGED_GUIDES = Array.from({ length: 20 }, (_, place) => 1_000_000_000 + place);

export async function prepareKnowledgeBase(
  database: Database,
  origin: string,
): Promise<WrittenKnowledgeBase> {
  const guides = CHANGED_GUIDES.map((id) => ({ id, slug: `guide-${id}` }));
  await writeContent(database, { host: HOST, guides });
  const { key } = await issueAccessKey(database, OPERATOR, { host: HOST, name: 'faults', scope: 'write' });
  return { origin, key };
}

const KINDS = ['vote', 'guide', 'vote', 'change'];
const JSON_API = 'application/vnd.api+json';

export function knowledgeBaseTraffic(written: WrittenKnowledgeBase): Traffic {
  return {
    kindOf: (number) => KINDS[number % KINDS.length] ?? '',
    send: (sent) => send(written, sent),
  };
}

function send(written: WrittenKnowledgeBase, { kind, mark }: Sent): Promise<Answer> {
  switch (kind) {
    case 'vote':
      return vote(written, mark);
    case 'guide':
      return write(written, 'POST', { title: `Guide ${mark}`, content_markdown: mark, state: 'published' });
    default:
      return write(written, 'PATCH', { id: guideOf(mark), title: `Changed ${mark}` });
  }
}

/** A network of its own for each mark, since an address has few votes. */
function vote({ origin }: WrittenKnowledgeBase, mark: string): Promise<Answer> {
  const groups = createHash('sha256').update(mark).digest('hex').match(/.{4}/g) ?? [];
  const headers = { Accept: JSON_API, 'X-Forwarded-For': `fd00:${groups.slice(0, 3).join(':')}::1` };
  const url = `${origin}/knowledge/v1/${HOST}/guides/${CHANGED_GUIDES[0]}/upvote`;
  return request(url, '', { headers });
}

function write(
  { origin, key }: WrittenKnowledgeBase,
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

export interface AuditedKnowledgeBase {
  written: WrittenKnowledgeBase;
  database: Database;
}

/** New guides by their titles; changes by the versions that publishing them made. */
const STORED = `
  select mark, count(*) as times
  from (
    select substring(title from '^Guide (.*)$') as mark from guides where title like 'Guide %'
    union all
    select substring(title from '^Changed (.*)$') from guide_versions where title like 'Changed %'
  ) marks
  group by mark`;

/** Compares what was answered with what is stored, shown and found, once all is indexed. */
export async function auditKnowledgeBase(
  audited: AuditedKnowledgeBase,
  sent: readonly Sent[],
): Promise<Audit> {
  const rows = await audited.database.any<{ mark: string; times: number }>(STORED);
  const stored = new Map(rows.map(({ mark, times }) => [mark, times]));
  const votes = await auditVotes(
    audited,
    sent.filter((one) => one.kind === 'vote' && isAcknowledged(one)),
  );
  const compared = compareWithStored(sent, stored);
  const found = await compareSearch(sent, 'guide', (mark) => search(audited.written, mark));
  const writes = compareWithStored(
    sent.filter(({ kind }) => kind !== 'vote'),
    stored,
  );
  return {
    ...compared,
    storedAnyway: writes.storedAnyway + votes.storedAnyway,
    lost: [...writes.lost, ...votes.lost],
    wrong: [...writes.wrong, ...votes.wrong, ...found],
  };
}

/** Votes have no mark. But one that was lost would be counted if it came again, and one that is stored is not. */
async function auditVotes(
  { written, database }: AuditedKnowledgeBase,
  acknowledged: readonly Sent[],
): Promise<{ storedAnyway: number; lost: string[]; wrong: string[] }> {
  const before = await countVotes(database);
  for (const sent of acknowledged) await send(written, sent);
  const after = await countVotes(database);
  const lost = after.votes - before.votes;
  return {
    storedAnyway: after.votes - acknowledged.length,
    lost: lost > 0 ? [`lost: ${lost} votes`] : [],
    wrong: after.counted === after.votes ? [] : [`counted: ${after.counted} of ${after.votes} votes`],
  };
}

function countVotes(database: Database): Promise<{ votes: number; counted: number }> {
  return database.one(
    `select upvotes as counted, (select count(*) from guide_votes v where v.guide_id = g.guide_id) as votes
     from guide_vote_counts g where g.guide_id = $1`,
    [CHANGED_GUIDES[0]],
  );
}

async function search({ origin }: WrittenKnowledgeBase, mark: string): Promise<unknown[] | undefined> {
  const headers = { Accept: JSON_API };
  const answer = await fetch(`${origin}/knowledge/v1/${HOST}/guides?q=${mark}`, { headers });
  const { data } = (await answer.json()) as { data?: unknown[] };
  return data;
}
