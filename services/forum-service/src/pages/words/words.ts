import type { Plural } from '@guidepost/pages';

/** What pages of dialogs say besides what all pages say, in one language; what stands in braces is filled in. */
export interface DialogWords {
  siteDescription: string;
  searchField: string;
  commentCount: Plural;
}
