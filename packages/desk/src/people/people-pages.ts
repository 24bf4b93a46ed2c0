import { AppError } from '@guidepost/service-kit';
import { isRole, ROLES, type StaffActor } from '@guidepost/staff';
import type { MemberLink } from '@guidepost/staff/sign-in';
import type { DeskOptions } from '../desk-options.ts';
import type { View } from '../layout/view.ts';
import { type DeskCall, type DeskPage, type DeskTenant, pathId } from '../requests/calls.ts';
import { refusalOf } from '../requests/problems.ts';
import { type InvitedThere, inviteToPartner, partnerOffer } from './invite-to-partner.ts';

/** Hours that a link works. */
const LINK_HOURS = 72;

/** Who works for a tenant, for its owners. */
export function peoplePages<Tenant extends DeskTenant, Words extends object>({
  staff,
  pairing,
}: Pick<DeskOptions, 'staff' | 'pairing'>): Record<string, DeskPage<DeskCall<Tenant, Words>>> {
  const roles = ['owner'] as const;

  async function people(call: DeskCall<Tenant, Words>, content: object = {}): Promise<View> {
    const members = await staff.people.list(changeOf(call));
    return {
      template: '@people',
      title: call.phrasing.words.people,
      section: 'people',
      content: {
        members,
        roles: ROLES,
        you: call.session.person.id,
        partner: await partnerOffer(pairing, call),
        wrong: {},
        ...content,
      },
    };
  }

  return {
    '/people': {
      roles,
      read: (call) => people(call),
      async post({ form, ...call }) {
        const email = form.first('email') ?? '';
        const role = roleOf(form.first('role'));
        const partnerRole = form.first('partner_role') ? roleOf(form.first('partner_role')) : undefined;
        try {
          await staff.people.requireNew({ ...changeOf(call), email });
          const there = await inviteToPartner(pairing, call, { email, role: partnerRole });
          const also = there?.outcome === 'invited' ? there.name : undefined;
          const link = await staff.people.invite({ ...changeOf(call), email, role, also });
          return linkView(call, link, there);
        } catch (error) {
          const { wrong, problem, status } = refusalOf(error, call.phrasing);
          if (status !== 409 && !wrong.email) throw error;
          const content = { wrong: { email: wrong.email ?? problem }, email, role, partnerRole };
          return { ...(await people(call, content)), status: 422 };
        }
      },
    },
    '/people/:person/role': {
      roles,
      async post({ form, ...call }) {
        const role = roleOf(form.first('role'));
        await staff.people.changeRole({ ...changeOf(call), person: personOf(call), role });
        return { seeOther: `${call.base}/people`, notice: 'noticeRoleChanged' };
      },
    },
    '/people/:person/link': {
      roles,
      async post(call) {
        return linkView(call, await staff.people.newLink({ ...changeOf(call), person: personOf(call) }));
      },
    },
    '/people/:person/remove': {
      roles,
      async read(call) {
        const members = await staff.people.list(changeOf(call));
        const member = members.find(({ id }) => id === personOf(call));
        if (!member) throw new AppError('not-found', 'There is no person with this number here.');
        return {
          template: '@remove-person',
          title: call.phrasing.words.removePerson,
          section: 'people',
          content: { member },
        };
      },
      async post(call) {
        await staff.people.remove({ ...changeOf(call), person: personOf(call) });
        return { seeOther: `${call.base}/people`, notice: 'noticePersonRemoved' };
      },
    },
  };
}

/** The link is on this page only, so the page answers the form itself. */
function linkView(
  { phrasing }: Pick<DeskCall, 'phrasing'>,
  { member: { email }, link: { url }, mailed }: MemberLink,
  there?: InvitedThere,
): View {
  return {
    template: '@link',
    title: phrasing.words.people,
    section: 'people',
    content: {
      email,
      url,
      hours: LINK_HOURS,
      mailed,
      there: there && { said: phrasing.words.partnerInvitation[there.outcome], name: there.name },
    },
  };
}

function changeOf({ tenant, session, role }: Pick<DeskCall, 'tenant' | 'session' | 'role'>): {
  tenantId: number;
  actor: StaffActor;
} {
  const { name, id: personId } = session.person;
  return { tenantId: tenant.id, actor: { name, role, door: 'desk', personId } };
}

function personOf({ path }: Pick<DeskCall, 'path'>): number {
  return pathId(path, 'person');
}

function roleOf(value: string | undefined) {
  if (!isRole(value)) throw new AppError('invalid', 'There is no such role.', { reason: 'noSuchChoice' });
  return value;
}
