import { createReindex } from '@guidepost/command-line';
import { dialogFeed } from '../indexing/dialog-feed.ts';
import { queueDialogs } from '../search/reindex.ts';
import { SEARCH_OPTIONS } from './search-options.ts';

/** `forum reindex` */
export const addReindex = createReindex({
  ...SEARCH_OPTIONS,
  nouns: { one: 'dialog', many: 'dialogs' },
  scope: 'of one forum or of all',
  queue: queueDialogs,
  feed: dialogFeed,
});
