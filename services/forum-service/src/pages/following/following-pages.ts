import type { Page } from '@guidepost/pages';
import { parseId } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import type { StopLink } from '../../notices/followers.ts';
import type { StopNoticesLink } from '../../notices/notices.ts';
import type { PageCall, PageKind } from '../page-kind.ts';
import type { Site } from '../site.ts';

/** `/confirm/:token`: confirms an e-mail address by its button, since mail scanners open links, too. */
export function confirmPage({ followers }: Pick<Context, 'followers'>): PageKind {
  return {
    async read({ site, path: { token = '' } }) {
      return (await followers.isWaiting(site.forum, token)) ? askToConfirm(site) : endedPage(site);
    },
    async submit({ site, path: { token = '' } }) {
      return (await followers.confirm(site.forum, token)) ? donePage(site) : endedPage(site);
    },
  };
}

function askToConfirm({ phrasing: { words } }: Site): Page {
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

/** `/unfollow/:id/:token`: stops mail about a dialog. Mail programs send the POST themselves (RFC 8058). */
export function stopPage({ followers }: Pick<Context, 'followers'>): PageKind {
  return {
    async read(call) {
      const link = linkOf(call);
      return link && (await followers.isFollowing(link))
        ? askFollowerToStop(call.site)
        : endedPage(call.site);
    },
    async submit(call) {
      const link = linkOf(call);
      return link && (await followers.stop(link))
        ? stoppedPage(call.site.phrasing.words.stopped)
        : endedPage(call.site);
    },
  };
}

function linkOf({ site: { forum }, path }: PageCall): StopLink | undefined {
  const id = parseId(path.id);
  return id === undefined ? undefined : { forum, id, token: path.token ?? '' };
}

function askFollowerToStop(site: Site): Page {
  const { words } = site.phrasing;
  return askToStop(site, { heading: words.stopHeading, info: words.stopInfo });
}

/** `/staff-mail/:id/:token`: turns mail to someone who works on the forum off, as `stopPage` does for followers. */
export function stopNoticesPage({ notices }: Pick<Context, 'notices'>): PageKind {
  return {
    async read(call) {
      const { words } = call.site.phrasing;
      const link = staffLinkOf(call);
      if (!link || !(await notices.isOn(link))) return endedPage(call.site);
      return askToStop(call.site, { heading: words.stopNoticesHeading, info: words.stopNoticesInfo });
    },
    async submit(call) {
      const link = staffLinkOf(call);
      if (!link || !(await notices.turnOff(link))) return endedPage(call.site);
      return stoppedPage(call.site.phrasing.words.noticesStopped);
    },
  };
}

function staffLinkOf({ site: { forum }, path }: PageCall): StopNoticesLink | undefined {
  const personId = parseId(path.id);
  return personId === undefined ? undefined : { forum, personId, token: path.token ?? '' };
}

function askToStop(
  { phrasing: { words } }: Site,
  { heading, info }: { heading: string; info: string },
): Page {
  return {
    template: 'following/question',
    head: { title: heading, indexed: false },
    isPersonal: true,
    content: { heading, info, action: words.stopAction },
  };
}

function stoppedPage(heading: string): Page {
  return {
    template: 'members/notice',
    head: { title: heading, indexed: false },
    isPersonal: true,
    content: { heading },
  };
}

/** The page of links in mail that are unknown, used or too old. */
function endedPage({ phrasing: { words } }: Site): Page {
  return {
    status: 404,
    template: 'members/notice',
    head: { title: words.linkEnded, indexed: false },
    isPersonal: true,
    content: { heading: words.linkEnded, info: words.linkEndedAdvice },
  };
}
