import type { DialogWords } from './words.ts';

export const ENGLISH: DialogWords = {
  siteDescription: 'Questions, problems and ideas for {organization}, and what became of them.',
  searchField: 'Search the forum',
  commentCount: { one: '{n} comment', other: '{n} comments' },
};
