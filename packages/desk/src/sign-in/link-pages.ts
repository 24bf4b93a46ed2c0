import { SHORTEST_PASSWORD } from '@guidepost/access/staff';
import { AppError } from '@guidepost/service-kit';
import type { View } from '../layout/view.ts';
import type { DeskPage, FormCall, Visit } from '../requests/calls.ts';
import { createCookie } from '../requests/cookies.ts';
import type { SignInOptions } from './sign-in-options.ts';
import { visitorOf } from './visitor.ts';

/** Seconds between following a link and answering its page. */
const LINK_KEPT = 3_600;

/**
 * Links of invitations, new passwords and the first start. Following one changes nothing, because programs that scan
 * mail follow links, too: it moves the secret from the address to a cookie, so that it is in no history entry, and
 * leads to a page whose form uses it.
 */
export function linkPages(options: SignInOptions): Record<string, DeskPage<Visit>> {
  const { staff, sessions, deskUrl, service } = options;
  const cookie = createCookie(deskUrl, `guidepost-${service}-link`);

  async function welcome(visit: Visit, content: object = {}): Promise<View> {
    const { words } = visit.phrasing;
    const link = await staff.links.show(cookie.read(visit.request) ?? '');
    const [tenant] = await options.listTenants([link.tenantId]);
    return {
      template: '@welcome',
      title: words.start,
      content: {
        link,
        tenant: tenant?.name,
        minimum: SHORTEST_PASSWORD,
        wrong: {},
        name: link.name,
        ...content,
      },
    };
  }

  async function use({ form, ...visit }: FormCall<Visit>): Promise<void> {
    const token = cookie.read(visit.request) ?? '';
    const { needs } = await staff.links.show(token);
    if (needs === 'join') {
      if (!visit.session) throw new AppError('unauthorized', 'Sign in to join.');
      await staff.links.join(token, visit.session);
    } else {
      const visitor = visitorOf(visit, options);
      const given = { name: form.first('name'), password: form.first('password') ?? '' };
      const secret =
        needs === 'password'
          ? await staff.links.accept(token, { ...given, ...visitor })
          : await staff.links.signIn(token, visitor);
      sessions.begin(visit.response, secret);
    }
  }

  return {
    '/links/:token': {
      async read({ path, response }) {
        response.appendHeader('Set-Cookie', cookie.store(String(path.token), LINK_KEPT));
        return { seeOther: '/desk/welcome' };
      },
    },
    '/welcome': {
      read: welcome,
      async post(call) {
        try {
          await use(call);
        } catch (error) {
          const fields = error instanceof AppError ? error.details.fields : undefined;
          if (!fields) throw error;
          return { ...(await welcome(call, { wrong: fields, name: call.form.first('name') })), status: 422 };
        }
        call.response.appendHeader('Set-Cookie', cookie.remove());
        return { seeOther: '/desk' };
      },
    },
  };
}
