import { leadTo } from '@guidepost/pages';
import { parseId } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { endAllSessions, endSession, listSessions, sessionCookie } from '../../people/sessions.ts';
import type { MemberCall, PageCall, PageKind } from '../page-kind.ts';
import { forMember, leadWithCookie, readName } from './member-call.ts';

type Needs = Pick<Context, 'database' | 'members' | 'staffNames'>;

/** `/me/account`: the name of the member, and where they are signed in. */
export function accountPage({ database, members, staffNames }: Needs): PageKind {
  async function show(
    { site, member }: Pick<MemberCall, 'site' | 'member'>,
    { name = member.name, messages = [] }: { name?: string; messages?: readonly string[] } = {},
  ) {
    const { account } = site.phrasing.words.members;
    return {
      ...(messages.length > 0 && { status: 422 }),
      template: 'members/account',
      head: { title: account, indexed: false },
      content: { name, messages, sessions: await listSessions(database, site.forum.id, member) },
    };
  }

  return {
    read: forMember((call) => show(call)),
    async change(call) {
      const { site, form, member } = call;
      const typed = form.first('name') ?? '';
      const name = await readName(staffNames, site.forum, { typed, email: member.email });
      if ('messages' in name) return show(call, { name: typed, messages: name.messages });
      await members.rename(site.forum, member, name.value);
      return leadTo(303, `${site.base}/me/account`);
    },
  };
}

/** `/me/sign-out`: ends this session, another one, or all of them. */
export function signOutPage({ database, config }: Pick<Context, 'database' | 'config'>): PageKind {
  return {
    read: async ({ site }: PageCall) => leadTo(303, `${site.base}/me`),
    async change({ site, form, member }) {
      const { id: forumId } = site.forum;
      const which = form.first('session') ?? String(member.id);
      const id = parseId(which);
      if (which === 'all') await endAllSessions(database, forumId, member);
      else if (id !== undefined) await endSession(database, forumId, { ...member, id });
      if (id !== undefined && id !== member.id) return leadTo(303, `${site.base}/me/account`);
      return leadWithCookie(site.base, sessionCookie(config.PUBLIC_URL, forumId).remove());
    },
  };
}
