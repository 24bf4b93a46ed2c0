import type { Page } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import type { PageKind } from '../page.ts';
import type { Site } from '../site.ts';
import { endedPage } from './ended-page.ts';

/** `/confirm/:token`: confirms an e-mail address by its button, since mail scanners open links, too. */
export function confirmPage({ followers }: Pick<Context, 'followers'>): PageKind {
  return {
    async read({ site, path: { token = '' } }) {
      return (await followers.isWaiting(site.forum, token)) ? askPage(site) : endedPage(site);
    },
    async submit({ site, path: { token = '' } }) {
      return (await followers.confirm(site.forum, token)) ? donePage(site) : endedPage(site);
    },
  };
}

function askPage({ phrasing: { words } }: Site): Page {
  return {
    template: 'following/question',
    head: { title: words.confirmHeading, indexed: false },
    isPersonal: true,
    content: { heading: words.confirmHeading, info: words.confirmInfo, action: words.confirmAction },
  };
}

function donePage({ phrasing: { words } }: Site): Page {
  return {
    template: 'members/notice',
    head: { title: words.confirmed, indexed: false },
    isPersonal: true,
    content: { heading: words.confirmed, info: words.confirmedInfo },
  };
}
