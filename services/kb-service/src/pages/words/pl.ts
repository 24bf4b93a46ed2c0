import type { GuideWords } from './words.ts';

export const POLISH: GuideWords = {
  siteDescription: 'Poradniki i odpowiedzi: {organization}.',
  searchField: 'Szukaj w poradnikach',
  allGuides: 'Wszystkie poradniki',
  allGuidesCounted: { few: 'Wszystkie {n} poradniki', other: 'Wszystkie poradniki ({n})' },
  otherGuides: 'Inne poradniki',
  noGuides: 'Nie ma tu jeszcze poradników. Zajrzyj wkrótce.',
  mostHelpful: 'Najbardziej pomocne',
  moreGuides: 'Więcej w: {category}',
  guideCount: { one: '{n} poradnik', few: '{n} poradniki', many: '{n} poradników', other: '{n} poradnika' },
  onThisPage: 'Na tej stronie',
  table: 'Tabela',
  code: 'Kod',
  tagged: 'Poradniki: {tag}',
  updated: 'Zaktualizowano {date}',
  helpfulQuestion: 'Czy to było pomocne?',
  yes: 'Tak',
  no: 'Nie',
  thanks: 'Dziękujemy za odpowiedź.',
};
