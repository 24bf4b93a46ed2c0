import type { GuideWords } from './words.ts';

export const FINNISH: GuideWords = {
  siteDescription: 'Ohjeita ja vastauksia: {organization}.',
  searchField: 'Hae ohjeista',
  allGuides: 'Kaikki ohjeet',
  allGuidesCounted: { other: 'Kaikki {n} ohjetta' },
  otherGuides: 'Lisää ohjeita',
  noGuides: 'Täällä ei ole vielä ohjeita. Tule pian takaisin.',
  mostHelpful: 'Eniten apua antaneet',
  moreGuides: 'Lisää aiheesta {category}',
  guideCount: { one: '{n} ohje', other: '{n} ohjetta' },
  onThisPage: 'Tällä sivulla',
  table: 'Taulukko',
  code: 'Koodi',
  tagged: 'Ohjeet aiheesta {tag}',
  updated: 'Päivitetty {date}',
  helpfulQuestion: 'Oliko tästä apua?',
  yes: 'Kyllä',
  no: 'Ei',
  thanks: 'Kiitos vastauksestasi.',
};
