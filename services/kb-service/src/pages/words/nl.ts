import type { GuideWords } from './words.ts';

export const DUTCH: GuideWords = {
  siteDescription: 'Handleidingen en antwoorden van {organization}.',
  searchField: 'Zoeken in de handleidingen',
  allGuides: 'Alle handleidingen',
  allGuidesCounted: { other: 'Alle {n} handleidingen' },
  otherGuides: 'Meer handleidingen',
  noGuides: 'Er zijn hier nog geen handleidingen. Kom binnenkort terug.',
  mostHelpful: 'Meest behulpzaam',
  moreGuides: 'Meer over {category}',
  guideCount: { one: '{n} handleiding', other: '{n} handleidingen' },
  onThisPage: 'Op deze pagina',
  table: 'Tabel',
  code: 'Code',
  tagged: 'Handleidingen over {tag}',
  updated: 'Bijgewerkt op {date}',
  helpfulQuestion: 'Heeft dit geholpen?',
  yes: 'Ja',
  no: 'Nee',
  thanks: 'Bedankt voor uw antwoord.',
};
