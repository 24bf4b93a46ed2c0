import { withdrawMail } from '@guidepost/mail';
import { type Database, type Executor, type Secret, sql } from '@guidepost/postgres';
import { isStopToken, type Member, type StopLink } from './review-mail.ts';

export const TIMINGS = ['off', 'at-once', 'daily'] as const;
export type Timing = (typeof TIMINGS)[number];

export interface ProposalChoice {
  /** Mail about guides that others have submitted for review. */
  proposals: Timing;
  /** Mail about what becomes of one's own. */
  decisions: boolean;
}

/** Mail about proposals, as each person has chosen for each knowledge base. */
export interface ProposalMail {
  find(member: Member): Promise<ProposalChoice>;
  choose(member: Member, choice: ProposalChoice): Promise<void>;
  /** Whether a link still turns mail off. */
  isOn(link: StopLink): Promise<boolean>;
  /** Turns mail off for all knowledge bases. @returns whether the link was valid; mail programs may send it twice */
  turnOff(link: StopLink): Promise<boolean>;
}

const DEFAULT: ProposalChoice = { proposals: 'at-once', decisions: true };

const findChoice = sql`
  select n.proposals, n.decisions
  from proposal_notices n
  where n.knowledge_base_id = $1 and n.person_id = $2
`;
const setChoice = sql`
  -- Sets the mail that the person $2 gets, $3 and $4. A daily message begins with the next day.
  insert into proposal_notices (knowledge_base_id, person_id, proposals, decisions, told_at)
  select m.tenant_id, m.person_id, $3, $4, case $3 when 'daily' then now() else '-infinity' end
  from staff_memberships m
  where m.tenant_id = $1 and m.person_id = $2
    and not exists (select from tenant_moves v where v.tenant_id = m.tenant_id)
  on conflict (knowledge_base_id, person_id) do update
  set proposals = excluded.proposals, decisions = excluded.decisions,
    told_at = greatest(proposal_notices.told_at, excluded.told_at)
`;
const findWanted = sql`
  -- Across tenants: a link turns mail off for all of them at once.
  select m.tenant_id as id
  from staff_memberships m
  left join proposal_notices n on n.knowledge_base_id = m.tenant_id and n.person_id = m.person_id
  where m.person_id = $1 and (coalesce(n.proposals, 'at-once') <> 'off' or coalesce(n.decisions, true))
`;
const turnOff = sql`
  -- For all knowledge bases of the person $1.
  insert into proposal_notices (knowledge_base_id, person_id, proposals, decisions)
  select m.tenant_id, m.person_id, 'off', false
  from staff_memberships m
  where m.person_id = $1 and not exists (select from tenant_moves v where v.tenant_id = m.tenant_id)
  on conflict (knowledge_base_id, person_id) do update set proposals = 'off', decisions = false
`;

export function createProposalMail({
  database,
  secret,
}: {
  database: Database;
  secret: Secret;
}): ProposalMail {
  const isValid = ({ personId, token }: StopLink) =>
    isStopToken(secret, { kind: 'proposals', personId, token });
  const findTenants = (executor: Executor, personId: number) =>
    executor.any<{ id: number }>(findWanted([personId]));
  return {
    async find({ knowledgeBaseId, personId }) {
      const chosen = await database.oneOrNone<ProposalChoice>(findChoice([knowledgeBaseId, personId]));
      return chosen ?? DEFAULT;
    },
    async choose(member, { proposals, decisions }) {
      await database.tx('choose-proposal-mail', async (transaction) => {
        await transaction.none(setChoice([member.knowledgeBaseId, member.personId, proposals, decisions]));
        await withdrawMail(transaction, [
          ...(proposals === 'at-once' ? [] : [aboutProposals(member, 'news')]),
          ...(proposals === 'daily' ? [] : [aboutProposals(member, 'daily')]),
          ...(decisions ? [] : [aboutProposals(member, 'decisions')]),
        ]);
      });
    },
    async isOn(link) {
      return (await isValid(link)) && (await findTenants(database, link.personId)).length > 0;
    },
    async turnOff(link) {
      if (!(await isValid(link))) return false;
      const { personId } = link;
      await database.tx('turn-proposal-mail-off', async (transaction) => {
        const wanted = await findTenants(transaction, personId);
        await transaction.none(turnOff([personId]));
        for (const { id } of wanted) await withdrawFrom(transaction, { knowledgeBaseId: id, personId });
      });
      return true;
    },
  };
}

type Subject = 'news' | 'daily' | 'decisions';

const SUBJECTS: readonly Subject[] = ['news', 'daily', 'decisions'];

/** Marks the messages to a person, so that unsent ones can be withdrawn. */
export function aboutProposals({ knowledgeBaseId, personId }: Member, subject: Subject): string {
  return `proposals/${knowledgeBaseId}/${subject}/${personId}`;
}

/** Deletes unsent messages to someone who leaves a knowledge base or wants none. */
export async function withdrawFrom(transaction: Executor, member: Member): Promise<void> {
  await withdrawMail(
    transaction,
    SUBJECTS.map((subject) => aboutProposals(member, subject)),
  );
}

const forget = sql`
  -- The guide $2 is not news any more. Mail is about all languages, by the id of the main one.
  with forgotten as (
    delete from proposal_news n
    where n.knowledge_base_id = $1 and n.guide_id = $2 and n.kind = 'proposed'
  )
  select k.main_id
  from knowledge_bases k
  where k.id = $1
`;
const tellAgain = sql`
  -- The people $2 were to be told of what was proposed since $3; what is still in review is news to them again.
  with withdrawn as (
    select w.person_id, w.since
    from unnest($2::bigint[], $3::timestamptz[]) as w (person_id, since)
  ), again as (
    update proposal_notices n
    set told_at = '-infinity'
    from withdrawn w
    where n.knowledge_base_id = $1 and n.person_id = w.person_id
  )
  insert into proposal_news (knowledge_base_id, guide_id, kind, person_id, done_by, doer_id, proposed_at)
  select p.knowledge_base_id, p.guide_id, 'proposed', w.person_id, p.proposer_name, p.proposer_id, p.proposed_at
  from withdrawn w
  join knowledge_bases k on k.main_id = $1
  join guide_proposals p on p.knowledge_base_id = k.id and p.proposed_at >= w.since
  join guide_drafts d on d.knowledge_base_id = k.id and d.guide_id = p.guide_id and d.state = 'proposed'
`;

/** Keeps unsent mail from naming a guide that was withdrawn or returned. Call it once the draft has changed. */
export async function withdrawProposal(
  transaction: Executor,
  { knowledgeBaseId, guideId }: { knowledgeBaseId: number; guideId: number },
): Promise<void> {
  const { main_id } = await transaction.one<{ main_id: number }>(forget([knowledgeBaseId, guideId]));
  const withdrawn = await withdrawMail(transaction, [`proposals/${main_id}/news`]);
  if (withdrawn.length === 0) return;
  const people = withdrawn.map(({ about }) => Number(about.split('/').at(-1)));
  const since = withdrawn.map((message) => message.since);
  await transaction.none(tellAgain([main_id, people, since]));
}
