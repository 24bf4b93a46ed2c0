import { createCookie } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import { isLinkToken } from '@guidepost/staff';
import { SHORTEST_PASSWORD, type ShownLink } from '@guidepost/staff/sign-in';
import type { View } from '../layout/view.ts';
import type { DeskPage, FormCall, Visit } from '../requests/calls.ts';
import { requireToken } from '../requests/forms.ts';
import { fieldErrorsOf } from '../requests/problems.ts';
import { type SignInOptions, visitorOf } from './sign-in-pages.ts';

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

  /** Undefined for one that was used or has expired. */
  async function showLink({ request }: Visit): Promise<ShownLink | undefined> {
    try {
      return await staff.links.show(cookie.read(request) ?? '');
    } catch (error) {
      if (error instanceof AppError && error.kind === 'not-found') return undefined;
      throw error;
    }
  }

  async function welcome(visit: Visit, content: object = {}): Promise<View> {
    const { words } = visit.phrasing;
    const link = await showLink(visit);
    if (!link) return linkInvalidView(visit);
    const [tenant] = await options.listTenants([link.tenantId]);
    return {
      template: '@welcome',
      title: words.start,
      content: {
        link,
        invitedTo: tenant?.name,
        minimum: SHORTEST_PASSWORD,
        wrong: {},
        name: link.name,
        email: '',
        ...content,
      },
    };
  }

  async function use({ form, ...visit }: FormCall<Visit>, { needs }: ShownLink): Promise<void> {
    const token = cookie.read(visit.request) ?? '';
    if (needs === 'join') {
      if (!visit.session) throw new AppError('unauthorized', 'Sign in to join.');
      requireToken(visit.session, form);
      await staff.links.join(token, visit.session);
    } else {
      const visitor = visitorOf(visit, options);
      const given = {
        name: form.first('name'),
        email: form.first('email'),
        password: form.first('password') ?? '',
      };
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
        const token = String(path.token);
        if (isLinkToken(token)) response.appendHeader('Set-Cookie', cookie.store(token, LINK_KEPT));
        return { seeOther: '/desk/welcome' };
      },
    },
    '/welcome': {
      read: welcome,
      async post(call) {
        const link = await showLink(call);
        if (!link) return linkInvalidView(call);
        try {
          await use(call, link);
        } catch (error) {
          const wrong = fieldErrorsOf(error, call.phrasing);
          return {
            ...(await welcome(call, {
              wrong,
              name: call.form.first('name'),
              email: call.form.first('email'),
            })),
            status: 422,
          };
        }
        call.response.appendHeader('Set-Cookie', cookie.remove());
        return { seeOther: link.needs === 'password' && staff.ways.passkey ? '/desk/passkey' : '/desk' };
      },
    },
  };
}

function linkInvalidView({ phrasing: { words } }: Visit): View {
  return {
    status: 404,
    template: '@error',
    title: words.errorHeading,
    content: { heading: words.errorHeading, message: words.linkInvalid },
  };
}
