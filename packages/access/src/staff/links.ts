import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { Role } from './role.ts';
import { createSecretToken, hashSecretToken } from './secret-token.ts';

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
export interface LiveLink extends LinkTarget {
  expiresAt: Date;
  email: string;
  name: string | null;
  role: Role;
  invitedBy: string;
  /** Whether the person can already sign in some way. */
  established: boolean;
}

const HOURS = 72;
/** Lets logs hide it, as `hideSecrets` does. */
const PREFIX = 'gpl_';
const LINK = /^gpl_[\w-]{43}$/;

const put = preparedStatement(new URL('./sql/put-link.sql', import.meta.url));
const find = preparedStatement(new URL('./sql/find-link.sql', import.meta.url));
const take = preparedStatement(new URL('./sql/take-link.sql', import.meta.url));

/** Makes a link for a member, in place of the one before. */
export async function issueLink(
  transaction: Executor,
  { tenantId, personId, purpose }: LinkTarget,
  deskUrl: string,
): Promise<IssuedLink> {
  const token = `${PREFIX}${createSecretToken()}`;
  const { expires_at } = await transaction.one<{ expires_at: Date }>(
    put([tenantId, personId, hashSecretToken(token), purpose, HOURS]),
  );
  return { url: new URL(`/desk/links/${token}`, deskUrl).href, purpose, expiresAt: expires_at };
}

/** Finds a link without using it: mail scanners open links, too. */
export async function findLink(executor: Executor, token: string): Promise<LiveLink | undefined> {
  if (!LINK.test(token)) return undefined;
  const row = await executor.oneOrNone(find([hashSecretToken(token)]));
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
  };
}

/** Uses a link up. */
export async function takeLink(transaction: Executor, token: string): Promise<void> {
  await transaction.none(take([hashSecretToken(token)]));
}
