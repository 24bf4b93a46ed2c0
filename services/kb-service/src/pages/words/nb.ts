import type { GuideWords } from './words.ts';

export const NORWEGIAN: GuideWords = {
  siteDescription: 'Veiledninger og svar fra {organization}.',
  searchField: 'Søk i veiledningene',
  allGuides: 'Alle veiledninger',
  allGuidesCounted: { other: 'Alle {n} veiledninger' },
  otherGuides: 'Flere veiledninger',
  noGuides: 'Det er ingen veiledninger her ennå. Kom tilbake snart.',
  mostHelpful: 'Til mest hjelp',
  moreGuides: 'Mer om {category}',
  guideCount: { one: '{n} veiledning', other: '{n} veiledninger' },
  onThisPage: 'På denne siden',
  table: 'Tabell',
  code: 'Kode',
  tagged: 'Veiledninger om {tag}',
  updated: 'Oppdatert {date}',
  helpfulQuestion: 'Var dette til hjelp?',
  yes: 'Ja',
  no: 'Nei',
  thanks: 'Takk for svaret.',
};
