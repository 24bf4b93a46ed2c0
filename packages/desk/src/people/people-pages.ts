import { AppError } from '@guidepost/service-kit';
import { isRole, ROLES } from '@guidepost/staff';
import type { MemberLink } from '@guidepost/staff/sign-in';
import type { DeskOptions } from '../desk-options.ts';
import type { View } from '../layout/view.ts';
import type { DeskCall, DeskPage, DeskTenant } from '../requests/calls.ts';
import { refusalOf } from '../requests/problems.ts';
import { type InvitedThere, inviteToPartner, partnerOffer } from './invite-to-partner.ts';
import {
  changeOf,
  languageChoices,
  memberLanguagesPage,
  memberOf,
  personOf,
  readLimit,
  wantedLanguages,
} from './member-languages.ts';

/** Hours that a link works. */
const LINK_HOURS = 72;

/** Who works for a tenant, for its owners. */
export function peoplePages<Tenant extends DeskTenant, Words extends object>({
  staff,
  pairing,
  hasLanguages = false,
}: Pick<DeskOptions, 'staff' | 'pairing' | 'hasLanguages'>): Record<
  string,
  DeskPage<DeskCall<Tenant, Words>>
> {
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
        ...languageChoices(call, members),
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
        const limit = readLimit(form);
        const partnerRole = form.first('partner_role') ? roleOf(form.first('partner_role')) : undefined;
        try {
          const languages = wantedLanguages(limit);
          await staff.people.requireNew({ ...changeOf(call), email, role, languages });
          const there = await inviteToPartner(pairing, call, { email, role: partnerRole });
          const also = there?.outcome === 'invited' ? there.name : undefined;
          const link = await staff.people.invite({ ...changeOf(call), email, role, languages, also });
          return linkView(call, link, there);
        } catch (error) {
          const { wrong, problem, status } = refusalOf(error, call.phrasing);
          if (status !== 409 && !wrong.email && !wrong.languages) throw error;
          const shown = wrong.languages ? wrong : { email: wrong.email ?? problem };
          const content = { wrong: shown, email, role, partnerRole, limit };
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
    ...(hasLanguages && { '/people/:person/languages': { roles, ...memberLanguagesPage(staff) } }),
    '/people/:person/link': {
      roles,
      async post(call) {
        return linkView(call, await staff.people.newLink({ ...changeOf(call), person: personOf(call) }));
      },
    },
    '/people/:person/remove': {
      roles,
      async read(call) {
        return {
          template: '@remove-person',
          title: call.phrasing.words.removePerson,
          section: 'people',
          content: { member: await memberOf(call, staff) },
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

function roleOf(value: string | undefined) {
  if (!isRole(value)) throw new AppError('invalid', 'There is no such role.', { reason: 'noSuchChoice' });
  return value;
}
