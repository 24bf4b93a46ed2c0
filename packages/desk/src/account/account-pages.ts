import {
  type RegistrationResponseJSON,
  requireOwnSession,
  SHORTEST_PASSWORD,
} from '@guidepost/staff/sign-in';
import type { View } from '../layout/view.ts';
import {
  type DeskEndpoint,
  type DeskPage,
  type FormCall,
  type PersonCall,
  pathId,
  readJson,
} from '../requests/calls.ts';
import { fieldErrorsOf, scriptAnswer } from '../requests/problems.ts';
import { MAX_CREDENTIAL_BYTES, type SignInOptions, visitorOf } from '../sign-in/sign-in-pages.ts';

/** One's own name, password, passkeys and sessions. Who came from the other desk has them there. */
export function accountPages(options: SignInOptions): Record<string, DeskPage<PersonCall>> {
  const pages = Object.entries(ownAccountPages(options)).map(([path, { read, post }]) => [
    path,
    {
      ...(read && { read }),
      ...(post && {
        async post(call: FormCall<PersonCall>) {
          requireOwnSession(call.session);
          return post(call);
        },
      }),
    },
  ]);
  return Object.fromEntries(pages);
}

function ownAccountPages(options: SignInOptions): Record<string, DeskPage<PersonCall>> {
  const { staff, sessions, service, notificationsPath, listTenants } = options;

  async function notifications({ memberships }: PersonCall['session']) {
    if (notificationsPath === undefined) return [];
    const tenants = await listTenants(memberships.map(({ tenantId }) => tenantId));
    return tenants.map(({ key, name }) => ({
      name,
      path: `/desk/${service}/${encodeURIComponent(key)}${notificationsPath}`,
    }));
  }

  async function account({ session, phrasing }: PersonCall, content: object = {}): Promise<View> {
    const listed = await staff.sessions.list(session.person.id);
    const passkeys = await staff.passkeys.list(session.person.id);
    return {
      template: '@account',
      title: phrasing.words.account,
      section: 'account',
      content: {
        session,
        listed,
        passkeys,
        notifications: await notifications(session),
        ways: staff.ways,
        name: session.person.name,
        minimum: SHORTEST_PASSWORD,
        wrong: {},
        ...content,
      },
    };
  }

  return {
    // Offered after the first sign-in.
    '/passkey': {
      read: async ({ phrasing: { words } }) => ({ template: '@passkey', title: words.addPasskey }),
    },
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
          return { ...(await account(call, { wrong: fieldErrorsOf(error, call.phrasing) })), status: 422 };
        }
        return { seeOther: '/desk/account', notice: 'noticePasswordChanged' };
      },
    },
    '/account/name': {
      async post({ form, ...call }) {
        const name = form.first('name') ?? '';
        try {
          await staff.account.changeName(call.session, name);
        } catch (error) {
          const wrong = fieldErrorsOf(error, call.phrasing);
          return { ...(await account(call, { wrong, name })), status: 422 };
        }
        return { seeOther: '/desk/account', notice: 'noticeNameChanged' };
      },
    },
    '/account/passkeys/:passkey/remove': {
      async post({ session, path }) {
        await staff.passkeys.remove({ personId: session.person.id, id: pathId(path, 'passkey') });
        return { seeOther: '/desk/account', notice: 'noticePasskeyRemoved' };
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

/** Adding a passkey: what the browser needs for it, and what it answers. */
export function passkeyRegistration({ staff }: Pick<SignInOptions, 'staff'>): DeskEndpoint<PersonCall> {
  return {
    async get({ session }) {
      requireOwnSession(session);
      return scriptAnswer(200, await staff.passkeys.registrationOptions(session));
    },
    async send({ session, request }) {
      requireOwnSession(session);
      // The library checks its shape.
      const response = (await readJson(request, MAX_CREDENTIAL_BYTES)) as RegistrationResponseJSON;
      await staff.passkeys.register(session, { response, userAgent: request.headers['user-agent'] });
      return scriptAnswer(201, { next: '/desk/account?done=noticePasskeyAdded' });
    },
  };
}
