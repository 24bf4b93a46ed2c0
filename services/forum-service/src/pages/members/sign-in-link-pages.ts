import { fill } from '@guidepost/i18n';
import { noSuchPage, type Page } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { isToken } from '../../letters/tokens.ts';
import { linkCookie, nextCookie, sessionCookie } from '../../people/member-cookie.ts';
import { LINK_LIFETIME, type OpenLink } from '../../people/members.ts';
import { LONGEST_SESSION } from '../../people/sessions.ts';
import type { PageCall, PageKind } from '../page.ts';
import type { Site } from '../site.ts';
import { leadWithCookie } from './lead-with-cookie.ts';
import { pageAfterSignIn } from './next-page.ts';
import { readName } from './read-name.ts';

type Needs = Pick<Context, 'members' | 'staffNames' | 'config'>;

/**
 * `/sign-in/:token`: a link in mail. It changes nothing, since mail scanners follow links: it moves the token from the
 * address, which would stay in the history, to a cookie, and leads to a page with a button.
 */
export function signInLink({ config }: Needs): PageKind {
  return {
    isForAnybody: true,
    async read({ site: { base, forum }, path: { token = '' } }) {
      if (!isToken(token)) throw noSuchPage();
      const cookie = linkCookie(config.PUBLIC_URL, forum.id).store(token, LINK_LIFETIME);
      return leadWithCookie(`${base}/sign-in/confirm`, cookie);
    },
  };
}

/** `/sign-in/confirm`: its button uses the link and signs in. */
export function confirmSignInPage({ members, staffNames, config }: Needs): PageKind {
  const tokenOf = ({ site: { forum }, cookie }: PageCall) =>
    linkCookie(config.PUBLIC_URL, forum.id).read({ headers: { cookie } }) ?? '';
  return {
    async read(call) {
      const link = await members.findLink(call.site.forum, tokenOf(call));
      return link ? confirmPage(call.site, link) : endedPage(call.site);
    },
    async send(call) {
      const { site, form, userAgent } = call;
      const { forum } = site;
      const token = tokenOf(call);
      const link = await members.findLink(forum, token);
      if (!link) return endedPage(site);
      const typed = form.first('name') ?? '';
      const name = await readName(staffNames, forum, { typed, email: link.email });
      if ('messages' in name)
        return { ...confirmPage(site, { ...link, name: typed }, name.messages), status: 422 };
      const session = sessionCookie(config.PUBLIC_URL, forum.id);
      const former = session.read({ headers: { cookie: call.cookie } });
      const secret = await members.signIn(forum, { token, name: name.value, userAgent, former });
      if (secret === undefined) return endedPage(site);
      const next = nextCookie(config.PUBLIC_URL, forum.id).read({ headers: { cookie: call.cookie } });
      return leadWithCookie(pageAfterSignIn(site, next), session.store(secret, LONGEST_SESSION));
    },
  };
}

function confirmPage(
  { phrasing: { words } }: Site,
  { email, name }: OpenLink,
  messages: readonly string[] = [],
): Page {
  return {
    template: 'members/confirm-sign-in',
    head: { title: words.members.signIn, indexed: false },
    isPersonal: true,
    content: { info: fill(words.members.signInAs, { email }), name: name ?? '', messages },
  };
}

function endedPage({ base, phrasing: { words } }: Site): Page {
  return {
    status: 404,
    template: 'members/notice',
    head: { title: words.linkEnded, indexed: false },
    isPersonal: true,
    content: {
      heading: words.linkEnded,
      info: words.linkEndedAdvice,
      next: { address: `${base}/sign-in`, text: words.members.newLink },
    },
  };
}
