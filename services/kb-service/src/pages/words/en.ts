import type { GuideWords } from './words.ts';

export const ENGLISH: GuideWords = {
  siteDescription: 'Guides and answers from {organization}.',
  searchField: 'Search the guides',
  allGuides: 'All guides',
  allGuidesCounted: { other: 'All {n} guides' },
  otherGuides: 'More guides',
  noGuides: 'There are no guides here yet. Please come back soon.',
  mostHelpful: 'Most helpful',
  moreGuides: 'More in {category}',
  guideCount: { one: '{n} guide', other: '{n} guides' },
  onThisPage: 'On this page',
  table: 'Table',
  code: 'Code',
  tagged: 'Guides about {tag}',
  updated: 'Updated {date}',
  helpfulQuestion: 'Was this helpful?',
  yes: 'Yes',
  no: 'No',
  thanks: 'Thank you for telling us.',
};
