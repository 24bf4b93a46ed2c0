import { type Executor, sql } from '@guidepost/postgres';
import { putChallenge } from './challenges.ts';
import { createLinkToken, hashSecretToken, isLinkToken } from './secret-token.ts';
import type { Role } from './staff-event.ts';

/** `invitation` to a tenant; a new `password`; `sign-in` without one, printed by `npm start` alone. */
export type LinkPurpose = 'invitation' | 'password' | 'sign-in';

/** A new link; it is shown only now. */
export interface IssuedLink {
  url: string;
  purpose: LinkPurpose;
  expiresAt: Date;
}

export interface LinkTarget {
  tenantId: number;
  personId: number;
  purpose: LinkPurpose;
}

/** A link that can still be used. */
export interface LiveLink extends Omit<LinkTarget, 'purpose'> {
  /** `reset`: the person has asked for it, and the mailbox has it alone. */
  purpose: LinkPurpose | 'reset';
  expiresAt: Date;
  email: string;
  name: string | null;
  role: Role;
  invitedBy: string;
  /** Whether the person can already sign in some way. */
  established: boolean;
  hasPasskeys: boolean;
}

const HOURS = 72;

/** Seconds that a link to reset a password works. */
const RESET_SECONDS = 1_800;

const put = sql`
  insert into staff_links (tenant_id, person_id, hash, purpose, expires_at)
  values ($1, $2, $3, $4, now() + $5 * interval '1 hour')
  on conflict (tenant_id, person_id)
    do update set hash = excluded.hash, purpose = excluded.purpose, created_at = now(), expires_at = excluded.expires_at
  returning expires_at
`;
const find = sql`
  -- Across tenants: people, their sessions and links belong to no tenant.
  -- An account that opens no tenant yet, or no longer, is as good as none.
  select l.tenant_id, l.person_id, l.purpose, l.expires_at, p.email, p.name, m.role, m.invited_by,
    exists (select from staff_memberships o where o.person_id = p.id and o.accepted_at is not null)
    and (
      p.password is not null
      or exists (select from staff_passkeys k where k.person_id = p.id)
      or exists (select from staff_identities i where i.person_id = p.id)
    ) as established,
    exists (select from staff_passkeys k where k.person_id = p.id) as has_passkeys
  from staff_links l
  join staff_memberships m on m.tenant_id = l.tenant_id and m.person_id = l.person_id
  join staff_people p on p.id = l.person_id
  where l.hash = $1 and l.expires_at > now()
`;
const findReset = sql`
  -- Across tenants: people, their sessions and links belong to no tenant.
  -- The tenant is the first one that the person belongs to. Without any, there is nothing to sign in to.
  select m.tenant_id, c.person_id, c.purpose, c.expires_at, p.email, p.name, m.role, m.invited_by, true as established,
    exists (select from staff_passkeys k where k.person_id = p.id) as has_passkeys
  from staff_challenges c
  join staff_people p on p.id = c.person_id
  join staff_memberships m on m.person_id = p.id and m.accepted_at is not null
  where c.hash = $1 and c.purpose = 'reset' and c.expires_at > now()
  order by m.tenant_id
  limit 1
`;
const take = sql`
  -- Across tenants: people, their sessions and links belong to no tenant.
  with reset as (
    delete from staff_challenges where hash = $1
  )
  delete from staff_links
  where hash = $1
`;

/** Makes a link for a member, in place of the one before. */
export async function issueLink(
  transaction: Executor,
  { tenantId, personId, purpose }: LinkTarget,
  deskUrl: string,
): Promise<IssuedLink> {
  const token = createLinkToken();
  const { expires_at } = await transaction.one<{ expires_at: Date }>(
    put([tenantId, personId, hashSecretToken(token), purpose, HOURS]),
  );
  return { url: addressOf(token, deskUrl), purpose, expiresAt: expires_at };
}

/**
 * Makes a link to reset a password. Earlier ones go on working until one is used: else strangers could end them by
 * asking for more. Invitations and links of owners stay as they are.
 */
export async function issueReset(
  transaction: Executor,
  personId: number,
  deskUrl: string,
): Promise<Omit<IssuedLink, 'purpose'>> {
  const token = createLinkToken();
  const challenge = { secret: token, purpose: 'reset', personId } as const;
  const expiresAt = await putChallenge(transaction, challenge, { seconds: RESET_SECONDS });
  return { url: addressOf(token, deskUrl), expiresAt };
}

function addressOf(token: string, deskUrl: string): string {
  return new URL(`/desk/links/${token}`, deskUrl).href;
}

/** Finds a link without using it: mail scanners open links, too. */
export async function findLink(executor: Executor, token: string): Promise<LiveLink | undefined> {
  if (!isLinkToken(token)) return undefined;
  const values = [hashSecretToken(token)];
  const row = (await executor.oneOrNone(find(values))) ?? (await executor.oneOrNone(findReset(values)));
  if (!row) return undefined;
  return {
    tenantId: row.tenant_id,
    personId: row.person_id,
    purpose: row.purpose,
    expiresAt: row.expires_at,
    email: row.email,
    name: row.name,
    role: row.role,
    invitedBy: row.invited_by,
    established: row.established,
    hasPasskeys: row.has_passkeys,
  };
}

/** Uses a link up. */
export async function takeLink(transaction: Executor, token: string): Promise<void> {
  await transaction.none(take([hashSecretToken(token)]));
}
