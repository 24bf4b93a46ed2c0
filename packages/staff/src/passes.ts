import { type Database, type Executor, sql } from '@guidepost/postgres';
import { AppError, parseName } from '@guidepost/service-kit';
import { browserName } from './browser-name.ts';
import { ensureName } from './person-statements.ts';
import { createSecretToken, hashSecretToken } from './secret-token.ts';
import { endSession, type IsOriginOpen, requireOwnSession, type Session } from './sessions.ts';
import type { RecordStaffEvent, Role } from './staff-event.ts';

/** People who pass between the desks of two services (S43). */
export interface Passes {
  /** Writes to the audit log that a person leaves with a ticket. @throws AppError `forbidden` for passed sessions */
  leave(departure: { tenantId: number; session: Session; role: Role }): Promise<void>;
  /**
   * Begins a session for one tenant, which ends with the one at the other desk. Someone who is invited accepts by
   * coming. Refusals are in the audit log of the tenant.
   * @returns its secret @throws AppError `forbidden`, `unavailable`
   */
  arrive(arrival: Arrival): Promise<string>;
}

/** A person who comes from the desk of the other service, with a ticket whose signature was right. */
export interface Arrival {
  tenantId: number;
  email: string;
  /** For someone who has none here yet. */
  name: string | undefined;
  /** The session at the other desk. */
  session: number;
  /** SHA-256 of the ticket. */
  hash: Buffer;
  /** Why the ticket is no good; undefined for one that is for this desk and in time. */
  problem: string | undefined;
  userAgent: string | undefined;
  /** The secret of the session that the browser has, which ends. */
  token: string | undefined;
}

export interface PassesOptions {
  database: Database;
  record: RecordStaffEvent | undefined;
  isOriginOpen: IsOriginOpen | undefined;
}

interface MemberRow {
  id: number;
  email: string;
  name: string | null;
  role: Role;
  accepted: boolean;
}

const NO_ROLE = 'no role here';

const findMember = sql`
  select p.id, p.email, p.name, m.role, m.accepted_at is not null as accepted
  from staff_people p
  join staff_memberships m on m.person_id = p.id
  where m.tenant_id = $1 and p.email_folded = lower($2 collate "C")
  for update of p, m
`;
const accept = sql`
  update staff_memberships
  set accepted_at = now()
  where tenant_id = $1 and person_id = $2
`;
const useTicket = sql`
  with ended as (
    delete from staff_tickets where expires_at < now()
  )
  insert into staff_tickets (hash, expires_at)
  values ($1, now() + interval '5 minutes')
  on conflict do nothing
  returning hash
`;
const insertSession = sql`
  insert into staff_sessions (person_id, hash, browser, for_tenant, origin_session, origin_checked_at)
  values ($1, $2, $3, $4, $5, now())
`;

export function createPasses(options: PassesOptions): Passes {
  const { database, record } = options;
  return {
    async leave({ tenantId, session, role }) {
      requireOwnSession(session);
      const { id: personId, email, name } = session.person;
      const actor = { name, role, door: 'desk' as const, personId };
      const event = { tenantId, actor, action: 'staff.pass' as const, person: { id: personId, email } };
      await database.tx('leave', async (transaction) => record?.(transaction, { ...event, details: {} }));
    },
    arrive: (arrival) => arrive(options, arrival),
  };
}

async function arrive(
  { database, record, isOriginOpen }: PassesOptions,
  { tenantId, email, name, session, hash, problem, userAgent, token: former }: Arrival,
): Promise<string> {
  const isOpen = problem === undefined && (await isOriginOpen?.({ session, email }));
  const token = createSecretToken();
  const refusal = await database.tx('arrive', async (transaction) => {
    const member = await transaction.oneOrNone<MemberRow>(findMember([tenantId, email]));
    const refused = problem ?? (await reasonOf(transaction, { member, isOpen: isOpen === true, hash }));
    const event = { tenantId, actor: actorOf(email, member), person: { id: member?.id ?? 0, email } };
    if (refused !== undefined || !member) {
      await record?.(transaction, { ...event, action: 'staff.refuse', details: { reason: refused ?? '' } });
      return refused;
    }
    if (!member.accepted) {
      await transaction.none(accept([tenantId, member.id]));
      await transaction.none(ensureName([member.id, parseName(name ?? '') ?? member.email]));
      await record?.(transaction, { ...event, action: 'staff.accept', details: {} });
    }
    const values = [member.id, hashSecretToken(token), browserName(userAgent), tenantId, session];
    await transaction.none(insertSession(values));
    await record?.(transaction, { ...event, action: 'staff.arrive', details: {} });
    return undefined;
  });
  if (refusal !== undefined) {
    const reason = refusal === NO_ROLE ? 'passNoRole' : 'passRefused';
    throw new AppError('forbidden', `Passing was refused: ${refusal}.`, { reason });
  }
  if (former) await endSession(database, former);
  return token;
}

async function reasonOf(
  transaction: Executor,
  { member, isOpen, hash }: { member: MemberRow | null; isOpen: boolean; hash: Buffer },
): Promise<string | undefined> {
  if (!member) return NO_ROLE;
  if (!isOpen) return 'the session at the other desk has ended';
  return (await transaction.oneOrNone(useTicket([hash]))) ? undefined : 'the ticket was used before';
}

function actorOf(email: string, member: MemberRow | null) {
  const { id: personId, name = null, role = 'author' } = member ?? {};
  return { name: name ?? email, role, door: 'desk' as const, personId };
}
