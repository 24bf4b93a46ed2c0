import { parseId } from '@guidepost/http';
import type { Page } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import type { StopLink } from '../../notices/followers.ts';
import type { PageCall, PageKind } from '../page.ts';
import type { Site } from '../site.ts';
import { endedPage } from './ended-page.ts';

/** `/unfollow/:id/:token`: stops mail about a dialog. Mail programs send the POST themselves (RFC 8058). */
export function stopPage({ followers }: Pick<Context, 'followers'>): PageKind {
  return {
    async read(call) {
      const link = linkOf(call);
      return link && (await followers.isFollowing(link)) ? askPage(call.site) : endedPage(call.site);
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

function askPage(site: Site): Page {
  const { words } = site.phrasing;
  return askToStop(site, { heading: words.stopHeading, info: words.stopInfo });
}

export function askToStop(
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

export function stoppedPage(heading: string): Page {
  return {
    template: 'members/notice',
    head: { title: heading, indexed: false },
    isPersonal: true,
    content: { heading },
  };
}
