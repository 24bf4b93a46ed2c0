import { SHORTEST_PASSWORD } from '@guidepost/access/staff';
import { AppError } from '@guidepost/service-kit';
import type { View } from '../layout/view.ts';
import type { DeskPage, PersonCall } from '../requests/calls.ts';
import type { SignInOptions } from '../sign-in/sign-in-options.ts';
import { visitorOf } from '../sign-in/visitor.ts';

/** One's own password and sessions. */
export function accountPages(options: SignInOptions): Record<string, DeskPage<PersonCall>> {
  const { staff, sessions } = options;

  async function account({ session, phrasing }: PersonCall, content: object = {}): Promise<View> {
    const listed = await staff.sessions.list(session.person.id);
    return {
      template: '@account',
      title: phrasing.words.account,
      section: 'account',
      content: {
        session,
        listed,
        minimum: SHORTEST_PASSWORD,
        wrong: {},
        ...content,
      },
    };
  }

  return {
    '/account': { read: (call) => account(call) },
    '/account/password': {
      async post({ form, ...call }) {
        const current = form.first('current') ?? '';
        const password = form.first('password') ?? '';
        try {
          const secret = await staff.account.changePassword(call.session, {
            current,
            password,
            ...visitorOf(call, options),
          });
          sessions.begin(call.response, secret);
        } catch (error) {
          if (!(error instanceof AppError) || !error.details.fields) throw error;
          return { ...(await account(call, { wrong: error.details.fields })), status: 422 };
        }
        return { seeOther: '/desk/account', notice: 'noticePasswordChanged' };
      },
    },
    '/account/sessions': {
      async post({ form, session }) {
        const personId = session.person.id;
        const which = form.first('session') ?? '';
        if (which === 'others') await staff.sessions.endOthers({ personId, id: session.id });
        else await staff.sessions.endOne({ personId, id: Number(which) });
        return { seeOther: '/desk/account', notice: 'noticeSessionEnded' };
      },
    },
  };
}
