import { OPEN_ID_PATH, OPEN_ID_SECONDS } from '@guidepost/access/staff';
import { createCookie, rawQueryString } from '@guidepost/http';
import type { DeskPage, Visit } from '../requests/calls.ts';
import { nextAddress, pathOfDesk } from './next-address.ts';
import type { SignInOptions } from './sign-in-options.ts';
import { visitorOf } from './visitor.ts';

/** Signing in through an OpenID provider: the link that leads there, and the address that it sends browsers back to. */
export function openIdPages(options: SignInOptions): Record<string, DeskPage<Visit>> {
  const { staff, sessions, deskUrl, service } = options;
  const { openId } = staff;
  if (!openId) return {};
  const cookie = createCookie(deskUrl, `guidepost-${service}-openid`);
  return {
    // A link, because policies for forms also hold for what they lead to.
    '/sign-in/provider': {
      async read(visit) {
        const { sender } = visitorOf(visit, options);
        const { url, cookie: secret } = await openId.begin({ sender, returnTo: nextAddress(visit) });
        visit.response.appendHeader('Set-Cookie', cookie.store(secret, OPEN_ID_SECONDS));
        return { status: 303, headers: { Location: url, 'Cache-Control': 'no-store' } };
      },
    },
    [OPEN_ID_PATH.replace('/desk', '')]: {
      async read(visit) {
        const query = rawQueryString(visit.request.url);
        const end = { query, cookie: cookie.read(visit.request), ...visitorOf(visit, options) };
        visit.response.appendHeader('Set-Cookie', cookie.remove());
        const { token, returnTo } = await openId.finish(end);
        sessions.begin(visit.response, token);
        return { seeOther: pathOfDesk(returnTo) };
      },
    },
  };
}
