import { until } from '@guidepost/local-servers/testing';
import type { Database } from '@guidepost/postgres';
import { CHANGED_GUIDES, HOST, type KnowledgeBaseWrites, sendWrite } from './knowledge-base-writes.ts';
import { type Audit, countOutcomes } from './outcomes.ts';
import { isAcknowledged, type Sent } from './posting.ts';

interface Audited {
  writes: KnowledgeBaseWrites;
  database: Database;
}

const INDEXING_SECONDS = 120;
const SEARCHED = 20;

/** New guides by their titles; changes by the versions that publishing them made. */
const MARKS = `
  select substring(title from '^Guide (.*)$') as mark from guides where title like 'Guide %'
  union all
  select substring(title from '^Changed (.*)$') from guide_versions where title like 'Changed %'`;

const ALL_INDEXED = `select coalesce((select bool_and(ready) from search_indexes), true)
  and not exists (select from search_backlog) and not exists (select from search_queue) as done`;

/** Compares what was answered with what is stored, shown and found. */
export async function auditKnowledgeBase(audited: Audited, sent: readonly Sent[]): Promise<Audit> {
  const { database } = audited;
  const isDone = async () => (await database.one<{ done: boolean }>(ALL_INDEXED)).done;
  await until('everything is indexed', isDone, INDEXING_SECONDS);
  const acknowledged = sent.filter(isAcknowledged);
  const others = sent.filter((one) => !isAcknowledged(one));
  const marks = await database.map<string>(MARKS, [], ({ mark }) => mark);
  const stored = new Set(marks);
  const votes = await auditVotes(
    audited,
    acknowledged.filter(({ kind }) => kind === 'vote'),
  );
  return {
    sent: sent.length,
    acknowledged: acknowledged.length,
    others: countOutcomes(others),
    storedAnyway: votes.storedAnyway + others.filter(({ mark }) => stored.has(mark)).length,
    wrong: [
      ...acknowledged
        .filter(({ kind, mark }) => kind !== 'vote' && !stored.has(mark))
        .map(({ kind, mark }) => `lost: ${kind} ${mark}`),
      ...marks.filter((mark, place) => marks.indexOf(mark) !== place).map((mark) => `doubled: ${mark}`),
      ...votes.wrong,
      ...(await search(audited, acknowledged)),
    ],
    deliveredAgain: 0,
    orphans: 0,
  };
}

/** Votes have no mark. But one that was lost would be counted if it came again, and one that is stored is not. */
async function auditVotes(
  { writes, database }: Audited,
  acknowledged: readonly Sent[],
): Promise<{ storedAnyway: number; wrong: string[] }> {
  const before = await countVotes(database);
  for (const sent of acknowledged) await sendWrite(writes, sent);
  const after = await countVotes(database);
  const lost = after.votes - before.votes;
  return {
    storedAnyway: after.votes - acknowledged.length,
    wrong: [
      ...(lost > 0 ? [`lost: ${lost} votes`] : []),
      ...(after.counted === after.votes ? [] : [`counted: ${after.counted} of ${after.votes} votes`]),
    ],
  };
}

function countVotes(database: Database): Promise<{ votes: number; counted: number }> {
  return database.one(
    `select upvotes as counted, (select count(*) from guide_votes v where v.guide_id = g.guide_id) as votes
     from guide_vote_counts g where g.guide_id = $1`,
    [CHANGED_GUIDES[0]],
  );
}

async function search({ writes: { origin } }: Audited, acknowledged: readonly Sent[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { mark } of acknowledged.filter(({ kind }) => kind === 'guide').slice(-SEARCHED)) {
    const headers = { Accept: 'application/vnd.api+json' };
    const answer = await fetch(`${origin}/knowledge/v1/${HOST}/guides?q=${mark}`, { headers });
    const { data = [] } = (await answer.json()) as { data?: unknown[] };
    if (data.length !== 1) wrong.push(`search: ${mark} finds ${data.length}`);
  }
  return wrong;
}
