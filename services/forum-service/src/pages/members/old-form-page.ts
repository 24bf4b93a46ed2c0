import type { Page } from '@guidepost/pages';
import type { Site } from '../site.ts';

/** The page for forms of another session. */
export function oldFormPage({ phrasing: { words } }: Site): Page {
  return {
    status: 403,
    template: 'members/notice',
    head: { title: words.members.notChanged, indexed: false },
    isPersonal: true,
    content: { heading: words.members.notChanged, info: words.members.oldForm },
  };
}
