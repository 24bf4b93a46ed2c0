import type { GuideWords } from './words.ts';

export const GERMAN: GuideWords = {
  siteDescription: 'Anleitungen und Antworten von {organization}.',
  searchField: 'Anleitungen durchsuchen',
  allGuides: 'Alle Anleitungen',
  allGuidesCounted: { other: 'Alle {n} Anleitungen' },
  otherGuides: 'Weitere Anleitungen',
  noGuides: 'Hier gibt es noch keine Anleitungen. Schauen Sie bald wieder vorbei.',
  mostHelpful: 'Besonders hilfreich',
  moreGuides: 'Mehr zu {category}',
  guideCount: { one: '{n} Anleitung', other: '{n} Anleitungen' },
  onThisPage: 'Auf dieser Seite',
  table: 'Tabelle',
  code: 'Code',
  tagged: 'Anleitungen zu {tag}',
  updated: 'Aktualisiert am {date}',
  helpfulQuestion: 'War das hilfreich?',
  yes: 'Ja',
  no: 'Nein',
  thanks: 'Danke für Ihre Rückmeldung.',
};
