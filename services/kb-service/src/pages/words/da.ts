import type { GuideWords } from './words.ts';

export const DANISH: GuideWords = {
  siteDescription: 'Vejledninger og svar fra {organization}.',
  searchField: 'Søg i vejledningerne',
  allGuides: 'Alle vejledninger',
  allGuidesCounted: { other: 'Alle {n} vejledninger' },
  otherGuides: 'Flere vejledninger',
  noGuides: 'Der er ingen vejledninger her endnu. Kig forbi igen snart.',
  mostHelpful: 'Hjælper mest',
  moreGuides: 'Mere om {category}',
  guideCount: { one: '{n} vejledning', other: '{n} vejledninger' },
  onThisPage: 'På denne side',
  table: 'Tabel',
  code: 'Kode',
  tagged: 'Vejledninger om {tag}',
  updated: 'Opdateret {date}',
  helpfulQuestion: 'Hjalp siden dig?',
  yes: 'Ja',
  no: 'Nej',
  thanks: 'Tak for dit svar.',
};
