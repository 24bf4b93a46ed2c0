import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { changeStaff } from './change-staff.ts';
import { type IssuedLink, issueLink, type LinkPurpose } from './link-tokens.ts';
import {
  lockPerson,
  type Member,
  type MemberChange,
  type PeopleOptions,
  requireMember,
  type StaffChange,
} from './members.ts';
import type { StaffActor } from './staff-event.ts';

/** A link that was made for a member. */
export interface MemberLink {
  member: Member;
  link: IssuedLink;
  /** Whether it is on its way to the member. */
  mailed: boolean;
}

export interface MemberLinks {
  /** Mails the link, too, where there is mail. */
  make(
    transaction: Executor,
    change: StaffChange & { member: Member; purpose: LinkPurpose; also?: string | undefined },
  ): Promise<MemberLink>;
  /** The person's former link ends. @throws AppError as `newLink` of `People` does */
  replace(change: MemberChange, purposeFor: (member: Member) => LinkPurpose): Promise<MemberLink>;
}

const belongsElsewhere = sql`
  -- Across tenants: people, their sessions and links belong to no tenant.
  -- Whether person $1 belongs to a tenant other than $2 that person $3 does not own.
  select exists (
    select
    from staff_memberships m
    where m.person_id = $1 and m.tenant_id <> $2 and m.accepted_at is not null
      and not exists (
        select
        from staff_memberships o
        where o.tenant_id = m.tenant_id and o.person_id = $3 and o.role = 'owner' and o.accepted_at is not null
      )
  ) as elsewhere
`;

export function createMemberLinks({ database, deskUrl, record, mail }: PeopleOptions): MemberLinks {
  const make: MemberLinks['make'] = async (transaction, { tenantId, actor, member, purpose, also }) => {
    const link = await issueLink(transaction, { tenantId, personId: member.id, purpose }, deskUrl);
    // Links that sign in are for operators, who see them.
    if (!mail || purpose === 'sign-in') return { member, link, mailed: false };
    const { id: personId, email: to } = member;
    const mailed = await mail.sendLink(transaction, { tenantId, personId, by: actor.name, to, link, also });
    return { member, link, mailed };
  };

  return {
    make,
    replace({ tenantId, actor, person }, purposeFor) {
      return changeStaff(database, { tenantId, actor }, async (transaction) => {
        const member = await requireMember(transaction, tenantId, person);
        await lockPerson(transaction, member.id);
        await requireNoOtherTenant(transaction, { tenantId, actor, member });
        const purpose = purposeFor(member);
        const details = { purpose };
        await record?.(transaction, { tenantId, actor, action: 'staff.link', person: member, details });
        return make(transaction, { tenantId, actor, member, purpose });
      });
    },
  };
}

/** A link opens the person's account, and so every tenant that the person belongs to. */
async function requireNoOtherTenant(
  transaction: Executor,
  { tenantId, actor, member }: { tenantId: number; actor: StaffActor; member: Member },
): Promise<void> {
  if (actor.door === 'cli' || !member.accepted) return;
  const values = [member.id, tenantId, actor.personId ?? null];
  const { elsewhere } = await transaction.one<{ elsewhere: boolean }>(belongsElsewhere(values));
  if (!elsewhere) return;
  throw new AppError(
    'forbidden',
    `${member.email} belongs to other teams, too: ask the operator for a new link.`,
    { reason: 'otherTeams', values: { email: member.email } },
  );
}
