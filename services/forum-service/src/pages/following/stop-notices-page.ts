import { parseId } from '@guidepost/http';
import type { Context } from '../../context.ts';
import type { StopNoticesLink } from '../../notices/notices.ts';
import type { PageCall, PageKind } from '../page.ts';
import { endedPage } from './ended-page.ts';
import { askToStop, stoppedPage } from './stop-page.ts';

/** `/staff-mail/:id/:token`: turns mail to someone who works on the forum off, as `stopPage` does for followers. */
export function stopNoticesPage({ notices }: Pick<Context, 'notices'>): PageKind {
  return {
    async read(call) {
      const { words } = call.site.phrasing;
      const link = linkOf(call);
      if (!link || !(await notices.isOn(link))) return endedPage(call.site);
      return askToStop(call.site, { heading: words.stopNoticesHeading, info: words.stopNoticesInfo });
    },
    async submit(call) {
      const link = linkOf(call);
      if (!link || !(await notices.turnOff(link))) return endedPage(call.site);
      return stoppedPage(call.site.phrasing.words.noticesStopped);
    },
  };
}

function linkOf({ site: { forum }, path }: PageCall): StopNoticesLink | undefined {
  const personId = parseId(path.id);
  return personId === undefined ? undefined : { forum, personId, token: path.token ?? '' };
}
