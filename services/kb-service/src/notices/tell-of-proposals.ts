import { type Executor, sql } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';
import type { KnowledgeBase } from '../model/knowledge-base.ts';
import { type Actor, isPermitted } from '../model/permissions.ts';
import { aboutProposals } from './proposal-mail.ts';
import type { ReminderOptions } from './remind-owners.ts';
import { stopTokenOf } from './review-mail.ts';
import {
  type Decision,
  type Note,
  type WaitingGuide,
  writeDecision,
  writeList,
} from './write-proposal-mail.ts';

/** Milliseconds between polls. */
const PAUSE = 2_000;
/** Advisory lock key; unique to this job. */
const LOCK_KEY = 7_305_801_267;
/** Notes that a message quotes. */
const MOST_NOTES = 5;

interface ProposalOptions extends ReminderOptions {
  listKnowledgeBases: (executor: Executor, ids: readonly number[]) => Promise<KnowledgeBase[]>;
}

interface Person {
  id: number;
  email: string;
  role: Actor['role'];
  languages: Actor['languages'];
}

const tryLock = sql`select pg_try_advisory_xact_lock($1) as free`;
const clearNews = sql`
  -- Across tenants: without mail there is no news.
  delete from proposal_news
`;
const findNews = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- The first knowledge base with guides to review. After a message, further ones wait ten minutes for one about
  -- all of them.
  select n.knowledge_base_id as id
  from proposal_news n
  where n.kind = 'proposed'
    and not exists (
      select from tenant_moves v join knowledge_bases k on k.main_id = v.tenant_id where k.id = n.knowledge_base_id
    )
    and not exists (
      select from proposal_notices t
      where t.knowledge_base_id = (
          select k.main_id from knowledge_bases k where k.id = n.knowledge_base_id
        )
        and t.proposals = 'at-once'
        and t.told_at > now() - interval '10 minutes'
    )
  order by n.id
  limit 1
`;
const takeNews = sql`
  delete from proposal_news n
  where n.knowledge_base_id = $1 and n.kind = 'proposed'
  returning n.id, n.guide_id, n.person_id
`;
const listWaiting = sql`
  -- The guides in review in the languages $1 of a knowledge base, those that have waited longest first.
  select k.host, k.language, d.guide_id, coalesce(nullif(d.title, ''), g.title) as title, p.proposer_id,
    coalesce(p.proposer_name, d.author_name) as proposer_name, coalesce(p.proposed_at, d.updated_at)::text as proposed_at
  from guide_drafts d
  join knowledge_bases k on k.id = d.knowledge_base_id
  join guides g on g.knowledge_base_id = d.knowledge_base_id and g.id = d.guide_id
  left join guide_proposals p on p.knowledge_base_id = d.knowledge_base_id and p.guide_id = d.guide_id
  where d.knowledge_base_id = any($1::bigint[]) and d.state = 'proposed'
  order by coalesce(p.proposed_at, d.updated_at), d.guide_id, d.knowledge_base_id
`;
const listRecipients = sql`
  -- People who want to be told at once. Locked, so that a removal waits and then withdraws the mail.
  select p.id, p.email, m.role, m.languages
  from staff_memberships m
  join staff_people p on p.id = m.person_id
  left join proposal_notices n on n.knowledge_base_id = $1 and n.person_id = m.person_id
  where m.tenant_id = $1 and m.accepted_at is not null
    and coalesce(n.proposals, 'at-once') = 'at-once'
  order by p.id
  for key share of m
`;
const noteTold = sql`
  insert into proposal_notices (knowledge_base_id, person_id, told_at)
  select $1, t.id, now() from unnest($2::bigint[]) as t (id)
  on conflict (knowledge_base_id, person_id) do update set told_at = excluded.told_at
`;
const findDaily = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- Someone who has not been told since 07:00 UTC. $1 the time, or null for now
  select n.knowledge_base_id, p.id, p.email, m.role, m.languages, c.due::text as due
  from (
    select date_trunc('day', coalesce($1::timestamptz, now()) - interval '7 hours', 'UTC') + interval '7 hours' as due
  ) c
  join proposal_notices n on n.proposals = 'daily' and n.told_at < c.due
  join staff_memberships m on m.tenant_id = n.knowledge_base_id and m.person_id = n.person_id and m.accepted_at is not null
  join staff_people p on p.id = n.person_id
  where not exists (select from tenant_moves v where v.tenant_id = n.knowledge_base_id)
  order by n.told_at, n.knowledge_base_id, n.person_id
  limit 1
  for key share of m
`;
const noteDaily = sql`
  update proposal_notices n
  set told_at = $3
  where n.knowledge_base_id = $1 and n.person_id = $2
`;
const takeDecision = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  delete from proposal_news n
  where (n.knowledge_base_id, n.id) = (
    select o.knowledge_base_id, o.id
    from proposal_news o
    where o.kind <> 'proposed' and not exists (
      select from tenant_moves v join knowledge_bases k on k.main_id = v.tenant_id where k.id = o.knowledge_base_id
    )
    order by o.id
    limit 1
  )
  returning n.knowledge_base_id, n.id, n.guide_id, n.kind, n.person_id, n.done_by, n.proposed_at::text as proposed_at
`;
const findProposer = sql`
  -- The person $2 who proposed the guide $3, if they still work for the knowledge base, whose main language is $4, and
  -- want to be told. Locked, so that a removal waits and then withdraws the mail.
  select p.id, p.email, coalesce(nullif(d.title, ''), g.title) as title
  from staff_memberships m
  join staff_people p on p.id = m.person_id
  join guides g on g.knowledge_base_id = $1 and g.id = $3
  left join guide_drafts d on d.knowledge_base_id = $1 and d.guide_id = $3
  left join proposal_notices n on n.knowledge_base_id = $4 and n.person_id = m.person_id
  where m.tenant_id = $4 and m.person_id = $2 and m.accepted_at is not null and coalesce(n.decisions, true)
  for key share of m
`;
const listNotes = sql`
  -- Notes of others than $3 on the guide $2 since it was proposed.
  select n.quote, n.text, n.author_name as name
  from guide_notes n
  where n.knowledge_base_id = $1 and n.guide_id = $2 and n.author_id is distinct from $3
    and n.written_at >= $4::timestamptz and n.resolved_at is null
  order by n.id
  limit $5
`;

/** Writes to editors about what is in review, and to authors about what has become of it. */
export function createProposalNotices(options: ProposalOptions, logger: Logger): Worker {
  return createBackgroundWork({
    work: () => tellOfProposals(options),
    pause: PAUSE,
    onFailure: (err) => logger.warn({ err }, 'people cannot be told of proposals at the moment'),
    onRecovery: () => logger.info('people are told of proposals again'),
  });
}

/**
 * Queues what is due next. Does nothing while another instance is at it.
 * @param at the time, for daily messages; now by default
 * @returns whether something was due
 */
export async function tellOfProposals(options: ProposalOptions, at?: Date): Promise<boolean> {
  const { database, mail } = options;
  if (!mail.isQueued) {
    await database.none(clearNews([]));
    return false;
  }
  return database.tx('tell-of-proposals', async (transaction) => {
    const { free } = await transaction.one<{ free: boolean }>(tryLock([LOCK_KEY]));
    if (!free) return false;
    return (
      (await tellProposer(transaction, options)) ||
      (await tellEditors(transaction, options)) ||
      (await tellDaily(transaction, options, at))
    );
  });
}

async function findMailed(
  transaction: Executor,
  { listKnowledgeBases }: ProposalOptions,
  id: number,
): Promise<KnowledgeBase | undefined> {
  const [found] = await listKnowledgeBases(transaction, [id]);
  return found;
}

async function tellProposer(transaction: Executor, options: ProposalOptions): Promise<boolean> {
  const decision = await transaction.oneOrNone<Decision>(takeDecision([]));
  if (!decision) return false;
  const { knowledge_base_id: id, guide_id, person_id, proposed_at } = decision;
  const knowledgeBase = await findMailed(transaction, options, id);
  if (!knowledgeBase) return true;
  const { main_id: mainId } = knowledgeBase;
  const found = findProposer([id, person_id, guide_id, mainId]);
  const person = await transaction.oneOrNone<Pick<Person, 'id' | 'email'> & { title: string }>(found);
  if (!person) return true;
  const notes = await transaction.any<Note>(listNotes([id, guide_id, person_id, proposed_at, MOST_NOTES]));
  const stop = await stopAddress(options, person.id);
  await options.mail.queue(transaction, {
    tenantId: mainId,
    cause: `decision:${id}:${decision.id}`,
    to: person.email,
    about: aboutProposals({ knowledgeBaseId: mainId, personId: person.id }, 'decisions'),
    unsubscribe: stop,
    ...writeDecision(knowledgeBase, { ...decision, title: person.title, notes }, { ...options, stop }),
  });
  return true;
}

async function tellEditors(transaction: Executor, options: ProposalOptions): Promise<boolean> {
  const found = await transaction.oneOrNone<{ id: number }>(findNews([]));
  if (!found) return false;
  const news = await transaction.any<{ id: number; guide_id: number; person_id: number | null }>(
    takeNews([found.id]),
  );
  const knowledgeBase = await findMailed(transaction, options, found.id);
  if (!knowledgeBase) return true;
  const { main_id: mainId } = knowledgeBase;
  const waiting = await transaction.any<WaitingGuide>(listWaiting([[found.id]]));
  const members = await transaction.any<Person>(listRecipients([mainId]));
  const people = members.filter((member) => isPermitted(member, 'guide publish', knowledgeBase));
  const told: number[] = [];
  for (const person of people) {
    const own = news.filter(({ person_id }) => person_id === null || person_id === person.id);
    const isNews = ({ guide_id, proposer_id }: WaitingGuide) =>
      proposer_id !== person.id && own.some((each) => each.guide_id === guide_id);
    const guides = waiting.filter(isNews);
    if (guides.length === 0) continue;
    told.push(person.id);
    const last = Math.max(...own.map(({ id }) => id));
    await queueList(transaction, options, {
      knowledgeBase,
      person,
      guides,
      cause: `news:${last}`,
      subject: 'news',
    });
  }
  await transaction.none(noteTold([mainId, told]));
  return true;
}

type DailyRow = Person & { knowledge_base_id: number; due: string };

async function tellDaily(transaction: Executor, options: ProposalOptions, at?: Date): Promise<boolean> {
  const due = await transaction.oneOrNone<DailyRow>(findDaily([at ?? null]));
  if (!due) return false;
  const id = due.knowledge_base_id;
  await transaction.none(noteDaily([id, due.id, due.due]));
  const knowledgeBase = await findMailed(transaction, options, id);
  if (!knowledgeBase) return true;
  const { languages } = knowledgeBase;
  const ids = languages
    .filter((each) => isPermitted(due, 'guide publish', { ...knowledgeBase, ...each }))
    .map((each) => each.id);
  const waiting = await transaction.any<WaitingGuide>(listWaiting([ids]));
  const guides = waiting.filter(({ proposer_id }) => proposer_id !== due.id);
  if (guides.length === 0) return true;
  await queueList(transaction, options, {
    knowledgeBase,
    person: due,
    guides,
    cause: due.due,
    subject: 'daily',
  });
  return true;
}

interface List {
  knowledgeBase: KnowledgeBase;
  person: Person;
  guides: readonly WaitingGuide[];
  cause: string;
  subject: 'news' | 'daily';
}

async function queueList(
  transaction: Executor,
  options: ProposalOptions,
  { knowledgeBase, person, guides, cause, subject }: List,
): Promise<void> {
  const { id, main_id: mainId } = knowledgeBase;
  const stop = await stopAddress(options, person.id);
  const [first] = guides;
  await options.mail.queue(transaction, {
    tenantId: mainId,
    cause: `proposals:${id}:${person.id}:${cause}`,
    to: person.email,
    about: aboutProposals({ knowledgeBaseId: mainId, personId: person.id }, subject),
    ...(first && { since: first.proposed_at }),
    unsubscribe: stop,
    ...writeList(knowledgeBase, guides, { ...options, stop }),
  });
}

async function stopAddress({ secret, deskUrl }: ReminderOptions, personId: number): Promise<string> {
  return `${deskUrl}/desk/proposals/${personId}/${await stopTokenOf(secret, { kind: 'proposals', personId })}`;
}
