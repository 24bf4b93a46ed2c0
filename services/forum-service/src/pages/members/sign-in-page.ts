import { noSuchPage, type Page } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { nextCookie } from '../../people/member-cookie.ts';
import { LINK_LIFETIME } from '../../people/members.ts';
import { EMAIL } from '../../posts/email-field.ts';
import { required } from '../../posts/field.ts';
import { describeMistake } from '../../posts/messages.ts';
import type { PageKind } from '../page.ts';
import { representPage } from '../represent-page.ts';
import type { Site } from '../site.ts';
import { readNext } from './next-page.ts';

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
