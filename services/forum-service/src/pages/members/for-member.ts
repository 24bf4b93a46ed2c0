import { leadTo, type PageAnswer } from '@guidepost/pages';
import type { MemberSession } from '../../people/sessions.ts';
import type { PageCall } from '../page.ts';

/** A page for people who are signed in; others are led to the page that signs in. */
export function forMember(
  read: (call: PageCall & { member: MemberSession }) => Promise<PageAnswer>,
): (call: PageCall) => Promise<PageAnswer> {
  return async (call) => {
    const { member, base } = call.site;
    return member ? read({ ...call, member }) : leadTo(303, `${base}/sign-in`);
  };
}
