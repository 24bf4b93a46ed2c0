import type { Answers, PairTenant, Questions, ServiceName } from '@guidepost/pairing';
import { AppError } from '@guidepost/service-kit';
import { isRole, type Role } from '@guidepost/staff';
import type { DeskOptions } from '../desk-options.ts';
import type { DeskCall, DeskPairing, DeskTenant } from '../requests/calls.ts';

/** The partner of a tenant, as it is offered to an owner of both who invites someone. */
export interface PartnerOffer {
  service: ServiceName;
  name: string;
}

/** The outcome of the invitation to the partner. */
export interface InvitedThere {
  outcome: Answers['invite']['outcome'] | 'away';
  /** The name of the partner, or its key. */
  name: string;
}

/**
 * The partner that a person owns, too, if the two have chosen each other. Undefined without an answer of the other
 * service: then people are invited here.
 */
export async function partnerOffer(
  pairing: DeskPairing | undefined,
  { tenant: { key, partner }, session }: Pick<DeskCall, 'tenant' | 'session'>,
): Promise<PartnerOffer | undefined> {
  if (!pairing || partner === undefined) return undefined;
  const { pair } = pairing;
  const { tenants } = await pair
    .ask('tenants', { email: session.person.email })
    .catch((): { tenants: PairTenant[] } => ({ tenants: [] }));
  const found = tenants.find((each) => each.key === partner && each.partner === key);
  return found && { service: pair.service === 'kb' ? 'forum' : 'kb', name: found.name };
}

/** Invites someone to the partner, too. @returns undefined without a role there */
export async function inviteToPartner(
  pairing: DeskPairing | undefined,
  { tenant: { key, partner }, session }: Pick<DeskCall, 'tenant' | 'session'>,
  { email, role }: { email: string; role: Role | undefined },
): Promise<InvitedThere | undefined> {
  if (!pairing || partner === undefined || role === undefined) return undefined;
  const question = { key: partner, partner: key, email, role, by: session.person.email };
  const away = { outcome: 'away', name: undefined } as const;
  const { outcome, name = partner } = await pairing.pair.ask('invite', question).catch(() => away);
  return { outcome, name };
}

/** Answers the other service, whose owner invites someone here, too (S43). */
export async function answerInvitation(
  { staff, findTenant }: Pick<DeskOptions<DeskTenant>, 'staff' | 'findTenant'>,
  { key, partner, email, role, by }: Questions['invite'],
): Promise<Answers['invite']> {
  const tenant = await findTenant(key);
  if (!tenant || tenant.partner !== partner || !isRole(role)) return { outcome: 'refused' };
  const { id: tenantId, name } = tenant;
  try {
    await staff.people.inviteFromPartner({ tenantId, email, role, by, partner });
    return { outcome: 'invited', name };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'internal') throw error;
    return error.kind === 'conflict' ? { outcome: 'member', name } : { outcome: 'refused' };
  }
}
