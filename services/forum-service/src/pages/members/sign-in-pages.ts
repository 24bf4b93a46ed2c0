import type { Query } from '@guidepost/http';
import { fill } from '@guidepost/i18n';
import { noSuchPage, type Page } from '@guidepost/pages';
import { isLinkToken } from '@guidepost/staff';
import type { Context } from '../../context.ts';
import { LINK_LIFETIME, type OpenLink } from '../../people/members.ts';
import { LONGEST_SESSION, linkCookie, nextCookie, sessionCookie } from '../../people/sessions.ts';
import { EMAIL, required } from '../../posts/field-kinds.ts';
import { describeMistake } from '../../posts/validate-fields.ts';
import type { PageCall, PageKind } from '../page-kind.ts';
import { representPage } from '../represent-page.ts';
import type { Site } from '../site.ts';
import { leadWithCookie, readName } from './member-call.ts';

const ADDRESS = required(EMAIL);

/** `/sign-in`: asks for a link by mail. */
export function signInPage({ members, config }: Pick<Context, 'members' | 'config'>): PageKind {
  return {
    keptAs: () => '',
    async read({ site }) {
      if (!site.canSignIn) throw noSuchPage();
      return askPage(site);
    },
    async send({ site, form, query, origin: { sender } }) {
      if (!site.canSignIn) throw noSuchPage();
      const { forum } = site;
      const typed = form.first('email') ?? '';
      const reading = ADDRESS.read(typed, forum);
      if ('mistakes' in reading) {
        const messages = reading.mistakes.map((mistake) => describeMistake(mistake, forum.language));
        return { ...askPage(site, { typed, messages }), status: 422, isPersonal: true };
      }
      const { late } = await members.sendLink({ forum, email: reading.value, sender });
      const sent = representPage(site, sentPage(site, late));
      const next = readNext(query);
      if (next === undefined) return sent;
      const cookie = nextCookie(config.PUBLIC_URL, forum.id).store(next, LINK_LIFETIME);
      return { ...sent, headers: { ...sent.headers, 'Set-Cookie': cookie } };
    },
  };
}

function askPage(
  { addresses, phrasing: { words } }: Site,
  { typed = '', messages = [] }: { typed?: string; messages?: readonly string[] } = {},
): Page {
  return {
    template: 'members/sign-in',
    head: { title: words.members.signIn, indexed: false, address: addresses.signIn },
    content: { typed, messages },
  };
}

/** The same for every address, known or not. */
function sentPage({ phrasing: { words } }: Site, late: boolean): Page {
  const { checkMail: heading, linkSent, mailIsLate } = words.members;
  return {
    template: 'members/notice',
    head: { title: heading, indexed: false },
    isPersonal: true,
    content: { heading, info: late ? `${linkSent} ${mailIsLate}` : linkSent },
  };
}

type Needs = Pick<Context, 'members' | 'staffNames' | 'config'>;

/**
 * `/sign-in/:token`: a link in mail. It changes nothing, since mail scanners follow links: it moves the token from the
 * address, which would stay in the history, to a cookie, and leads to a page with a button.
 */
export function signInLink({ config }: Needs): PageKind {
  return {
    isForAnybody: true,
    async read({ site: { base, forum }, path: { token = '' } }) {
      if (!isLinkToken(token)) throw noSuchPage();
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

const ASK = 'ask';
const NEXT = /^(?:ask|[1-9]\d{0,14})$/;

/** Where someone wants to go on after signing in: the id of a dialog, or `ask`. */
function readNext(query: Query): string | undefined {
  const next = query.first('next');
  return next !== undefined && NEXT.test(next) ? next : undefined;
}

/** @param next from a cookie; My posts in place of what is none of {@link readNext} */
function pageAfterSignIn({ base, paths }: Pick<Site, 'base' | 'paths'>, next = ''): string {
  if (!NEXT.test(next)) return `${base}/me`;
  return next === ASK ? `${base}/ask` : paths.dialogPage(Number(next));
}
