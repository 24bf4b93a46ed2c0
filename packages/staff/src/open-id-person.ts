import { type Executor, sql } from '@guidepost/postgres';
import { AppError, foldWhiteSpace, LONGEST_NAME } from '@guidepost/service-kit';
import { domainOf, hashAddress, isSameMailbox, readEmailAddress } from './email-address.ts';
import type { Identity } from './open-id-client.ts';
import {
  deleteOpenLinks,
  ensureName,
  insertPerson,
  lockPerson,
  markSessionsForRenewal,
} from './person-statements.ts';
import type { RecordStaffEvent, Role } from './staff-event.ts';
import type { StaffMail } from './staff-mail.ts';

/** Who may sign in without an invitation. */
export interface DomainRules {
  /** The role to begin with, by domain in lower case. */
  domains: ReadonlyMap<string, Role>;
  /** The tenants that people of these domains join. */
  tenants: (transaction: Executor) => Promise<number[]>;
}

interface Person {
  id: number;
  email: string;
  name: string | null;
}

/** The person whom an identity stands for. */
export interface Admitted {
  personId: number;
  /** Whether a password or passkeys opened the account until now, and no longer do. */
  endedOthers: boolean;
}

interface Joined {
  tenant_id: number;
  role: Role;
}

const findByIdentity = sql`
  select p.id, p.email, p.name
  from staff_identities i
  join staff_people p on p.id = i.person_id
  where i.issuer = $1 and i.subject = $2
`;
const findByAddress = sql`
  select id, email, name
  from staff_people
  where email_folded = lower($1 collate "C")
`;
const insertIdentity = sql`
  -- A person is one account of a provider.
  insert into staff_identities (issuer, subject, person_id)
  values ($1, $2, $3)
  on conflict do nothing
  returning person_id
`;
const deleteCredentials = sql`
  -- Across tenants: people, their sessions and links belong to no tenant.
  -- All that opens the account of a person but identities. Others may have prepared it.
  with former as (
    select p.password is not null as has_password from staff_people p where p.id = $1
  ), sessions as (
    delete from staff_sessions where person_id = $1
  ), passkeys as (
    delete from staff_passkeys where person_id = $1 returning id
  ), challenges as (
    delete from staff_challenges where person_id = $1
  ), links as (
    delete from staff_links where person_id = $1
  )
  update staff_people
  set password = null, lock_notice_at = null
  where id = $1
  returning (select f.has_password from former f) or exists (select from passkeys) as ended
`;
const findFirstTenant = sql`
  -- Across tenants: people, their sessions and links belong to no tenant.
  select min(tenant_id) as tenant_id
  from staff_memberships
  where person_id = $1 and accepted_at is not null
`;
const lockMemberships = sql`
  -- Across tenants: people, their sessions and links belong to no tenant.
  select tenant_id
  from staff_memberships
  where person_id = $1
  order by tenant_id
  for update
`;
const acceptMemberships = sql`
  -- Across tenants: people, their sessions and links belong to no tenant.
  update staff_memberships
  set accepted_at = now()
  where person_id = $1 and accepted_at is null
  returning tenant_id, role
`;
const joinTenants = sql`
  -- Tenants $2 take in person $1 with role $3, except those that the person belongs to or was removed from.
  insert into staff_memberships (tenant_id, person_id, role, invited_by, accepted_at)
  select t.id, $1, $3, $4, now()
  from unnest($2::bigint[]) as t (id)
  where not exists (select from staff_departures d where d.tenant_id = t.id and d.email_hash = $5)
  order by t.id
  on conflict do nothing
  returning tenant_id, role
`;

/**
 * Finds the person that an identity stands for: who signed in with it before, else who was invited by its verified
 * address, else someone of an allowed domain. Accepts the person's invitations. The first time ends all other ways to
 * sign in, and all sessions, which the person is mailed.
 * @throws AppError `forbidden`
 */
export async function admitIdentity(
  transaction: Executor,
  identity: Identity,
  {
    rules,
    record,
    mail,
  }: { rules: DomainRules; record: RecordStaffEvent | undefined; mail: StaffMail | undefined },
): Promise<Admitted> {
  const address = verifiedAddress(identity);
  const role = rules.domains.get(domainOf(address));
  const { endedOthers, ...person } = await findOrCreatePerson(transaction, {
    identity,
    address,
    mayCreate: role !== undefined,
  });
  const name = person.name ?? nameOf(identity, address);
  await transaction.none(ensureName([person.id, name]));

  const accepted = await transaction.any<Joined>(acceptMemberships([person.id]));
  const joined = role ? await joinByDomain(transaction, { person, address, role, rules }) : [];
  if (accepted.length + joined.length > 0) {
    await transaction.none(deleteOpenLinks([person.id]));
    await transaction.none(markSessionsForRenewal([person.id]));
  }
  const actions = [
    ...accepted.map((membership) => ({ action: 'staff.accept' as const, ...membership })),
    ...joined.map((membership) => ({ action: 'staff.join-by-domain' as const, ...membership })),
  ];
  for (const { action, tenant_id: tenantId, role: given } of actions) {
    const actor = { name, role: given, door: 'desk' as const, personId: person.id };
    await record?.(transaction, { tenantId, actor, action, person, details: { role: given } });
  }
  if (endedOthers) await tellPerson(transaction, person, mail);
  return { personId: person.id, endedOthers };
}

async function tellPerson(
  transaction: Executor,
  { id: personId, email: to }: Person,
  mail: StaffMail | undefined,
): Promise<void> {
  const { tenant_id: tenantId } = await transaction.one<{ tenant_id: number | null }>(
    findFirstTenant([personId]),
  );
  if (tenantId !== null) await mail?.tellOfProvider(transaction, { tenantId, personId, to });
}

async function joinByDomain(
  transaction: Executor,
  { person, address, role, rules }: { person: Person; address: string; role: Role; rules: DomainRules },
): Promise<Joined[]> {
  const tenants = await rules.tenants(transaction);
  const values = [person.id, tenants, role, domainOf(address), hashAddress(person.email)];
  return transaction.any<Joined>(joinTenants(values));
}

export function notInvited(address: string): AppError {
  return new AppError('forbidden', `${address} is not invited. Upper and lower case matter.`, {
    reason: 'notInvited',
    values: { email: address },
  });
}

/** Exactly as the provider writes it. */
function verifiedAddress({ email = '', verified }: Identity): string {
  if (readEmailAddress(email) !== email) {
    throw new AppError('forbidden', 'The identity provider sent no e-mail address that can be used.', {
      reason: 'noAddress',
    });
  }
  if (verified) return email;
  throw new AppError('forbidden', `The identity provider has not verified the address ${email}.`, {
    reason: 'addressNotVerified',
    values: { email },
  });
}

async function findOrCreatePerson(
  transaction: Executor,
  { identity, address, mayCreate }: { identity: Identity; address: string; mayCreate: boolean },
): Promise<Person & Pick<Admitted, 'endedOthers'>> {
  const { issuer, subject } = identity;
  const known = await transaction.oneOrNone<Person>(findByIdentity([issuer, subject]));
  if (known) {
    await lockAll(transaction, known);
    return { ...known, endedOthers: false };
  }
  const invited = await transaction.oneOrNone<Person>(findByAddress([address]));
  if (invited ? !isSameMailbox(invited.email, address) : !mayCreate) throw notInvited(address);
  const person = invited ?? {
    ...(await transaction.one<Omit<Person, 'name'>>(insertPerson([address]))),
    name: null,
  };
  await lockAll(transaction, person);
  if (!(await transaction.oneOrNone(insertIdentity([issuer, subject, person.id])))) {
    throw new AppError('forbidden', `${address} signs in with another account of the identity provider.`, {
      reason: 'otherAccount',
      values: { email: address },
    });
  }
  // The inviter may have used the link: only now is it certain whose account this is.
  const { ended } = await transaction.one<{ ended: boolean }>(deleteCredentials([person.id]));
  return { ...person, endedOthers: ended };
}

/** In the order of other changes: memberships, then the person. */
async function lockAll(transaction: Executor, { id }: Person): Promise<void> {
  await transaction.any(lockMemberships([id]));
  await transaction.any(lockPerson([id]));
}

function nameOf({ name = '' }: Identity, address: string): string {
  const folded = Array.from(foldWhiteSpace(name).toWellFormed()).slice(0, LONGEST_NAME).join('');
  return folded || address.slice(0, address.lastIndexOf('@'));
}
