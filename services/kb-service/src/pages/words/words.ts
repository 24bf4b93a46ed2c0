import type { Plural } from '@guidepost/pages';

/** What pages of guides say besides what all pages say, in one language; what stands in braces is filled in. */
export interface GuideWords {
  siteDescription: string;
  searchField: string;
  allGuides: string;
  /** Of a list that goes on elsewhere: there are several. */
  allGuidesCounted: Plural;
  /** Those that stand under none of the topics above. */
  otherGuides: string;
  noGuides: string;
  mostHelpful: string;
  moreGuides: string;
  guideCount: Plural;
  onThisPage: string;
  /** Name what scrolls by itself to those who cannot see it. */
  table: string;
  code: string;
  tagged: string;
  updated: string;
  helpfulQuestion: string;
  yes: string;
  no: string;
  thanks: string;
}
