import type { GuideWords } from './words.ts';

export const SWEDISH: GuideWords = {
  siteDescription: 'Guider och svar från {organization}.',
  searchField: 'Sök bland guiderna',
  allGuides: 'Alla guider',
  allGuidesCounted: { other: 'Alla {n} guider' },
  otherGuides: 'Fler guider',
  noGuides: 'Här finns inga guider ännu. Titta gärna in igen snart.',
  mostHelpful: 'Till mest hjälp',
  moreGuides: 'Mer om {category}',
  guideCount: { one: '{n} guide', other: '{n} guider' },
  onThisPage: 'På den här sidan',
  table: 'Tabell',
  code: 'Kod',
  tagged: 'Guider om {tag}',
  updated: 'Uppdaterad {date}',
  helpfulQuestion: 'Fick du hjälp av sidan?',
  yes: 'Ja',
  no: 'Nej',
  thanks: 'Tack för ditt svar.',
};
