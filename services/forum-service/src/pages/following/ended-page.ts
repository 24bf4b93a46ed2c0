import type { Page } from '@guidepost/pages';
import type { Site } from '../site.ts';

/** The page of links in mail that are unknown, used or too old. */
export function endedPage({ phrasing: { words } }: Site): Page {
  return {
    status: 404,
    template: 'members/notice',
    head: { title: words.linkEnded, indexed: false },
    isPersonal: true,
    content: { heading: words.linkEnded, info: words.linkEndedAdvice },
  };
}
