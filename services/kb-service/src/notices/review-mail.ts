import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Mail, withdrawMail } from '@guidepost/mail';
import { type Database, type Executor, type Secret, sql } from '@guidepost/postgres';
import { linkTokenOf } from '@guidepost/staff';

/** The weekly mail that names the guides of a person that are due for review, in all knowledge bases. */
export interface ReviewMail {
  /** Whether mail goes anywhere. */
  readonly isOffered: boolean;
  /** Whether it reaches people, and is not kept on the server. */
  readonly isDelivered: boolean;
  isWanted(member: Member): Promise<boolean>;
  choose(member: Member, isWanted: boolean): Promise<void>;
  /** Whether a link still turns mail off. */
  isOn(link: StopLink): Promise<boolean>;
  /** Turns mail off for all knowledge bases. @returns whether the link was valid; mail programs may send it twice */
  turnOff(link: StopLink): Promise<boolean>;
}

export interface Member {
  knowledgeBaseId: number;
  personId: number;
}

export interface StopLink {
  personId: number;
  token: string;
}

export interface ReviewMailOptions {
  database: Database;
  secret: Secret;
  mail: Mail;
}

const findMailed = sql`
  -- Across tenants: a person is mailed about all of them at once. $2 knowledge base, or null for any
  select from staff_memberships m
  left join review_notices n on n.knowledge_base_id = m.tenant_id and n.person_id = m.person_id
  where m.person_id = $1 and m.tenant_id = coalesce($2::bigint, m.tenant_id) and coalesce(n.wanted, true)
  limit 1
`;
const setWanted = sql`
  -- The choice $3 of the person $1 for the knowledge base $2, or for all if that is null. Mail that is turned on begins
  -- with the next week.
  insert into review_notices (knowledge_base_id, person_id, wanted)
  select m.tenant_id, m.person_id, $3
  from staff_memberships m
  where m.person_id = $1 and m.tenant_id = coalesce($2::bigint, m.tenant_id)
    and not exists (select from tenant_moves v where v.tenant_id = m.tenant_id)
  on conflict (knowledge_base_id, person_id) do update
  set wanted = excluded.wanted,
    told_until = case when excluded.wanted and not review_notices.wanted then now() else review_notices.told_until end
`;

export function createReviewMail({ database, secret, mail }: ReviewMailOptions): ReviewMail {
  const find = async (personId: number, knowledgeBaseId: number | null) =>
    (await database.oneOrNone(findMailed([personId, knowledgeBaseId]))) !== null;
  return {
    isOffered: mail.isQueued,
    isDelivered: mail.isDelivered,
    isWanted: ({ personId, knowledgeBaseId }) => find(personId, knowledgeBaseId),
    async choose({ personId, knowledgeBaseId }, isWanted) {
      await database.tx('choose-review-mail', async (transaction) => {
        await transaction.none(setWanted([personId, knowledgeBaseId, isWanted]));
        if (!isWanted) await composeAgain(transaction, personId);
      });
    },
    async isOn({ personId, token }) {
      return (await isStopToken(secret, { kind: 'reviews', personId, token })) && find(personId, null);
    },
    async turnOff({ personId, token }) {
      if (!(await isStopToken(secret, { kind: 'reviews', personId, token }))) return false;
      await database.tx('turn-review-mail-off', async (transaction) => {
        await transaction.none(setWanted([personId, null, false]));
        await withdrawMail(transaction, [aboutReviews(personId)]);
      });
      return true;
    },
  };
}

const forgetTold = sql`
  -- Across tenants: one message tells a person of all knowledge bases.
  update review_notices set told_until = null where person_id = $1
`;

/**
 * Withdraws an unsent message, for a person who leaves a knowledge base or wants less; what is left is written again.
 */
export async function composeAgain(transaction: Executor, personId: number): Promise<void> {
  const withdrawn = await withdrawMail(transaction, [aboutReviews(personId)]);
  if (withdrawn.length > 0) await transaction.none(forgetTold([personId]));
}

/** Marks the messages to a person, so that unsent ones can be withdrawn. */
export function aboutReviews(personId: number): string {
  return `reviews/${personId}`;
}

/** The mail that a link in it turns off, and for whom. */
interface Stopped {
  kind: 'reviews' | 'proposals';
  personId: number;
}

/** The token of the link that turns mail off. It is in each message, so it is computed rather than stored. */
export async function stopTokenOf(secret: Secret, { kind, personId }: Stopped): Promise<string> {
  const text = JSON.stringify([`stop-${kind}`, personId]);
  return linkTokenOf(
    createHmac('sha256', await secret())
      .update(text)
      .digest(),
  );
}

export async function isStopToken(
  secret: Secret,
  { token, ...stopped }: Stopped & { token: string },
): Promise<boolean> {
  const [sent, right] = [Buffer.from(token), Buffer.from(await stopTokenOf(secret, stopped))];
  return sent.length === right.length && timingSafeEqual(sent, right);
}
