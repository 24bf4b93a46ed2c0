import type { GuideWords } from './words.ts';

export const ITALIAN: GuideWords = {
  siteDescription: 'Guide e risposte di {organization}.',
  searchField: 'Cerca nelle guide',
  allGuides: 'Tutte le guide',
  allGuidesCounted: { other: 'Tutte le {n} guide' },
  otherGuides: 'Altre guide',
  noGuides: 'Qui non ci sono ancora guide. Torna presto.',
  mostHelpful: 'Le più utili',
  moreGuides: 'Altro su {category}',
  guideCount: { one: '{n} guida', other: '{n} guide' },
  onThisPage: 'In questa pagina',
  table: 'Tabella',
  code: 'Codice',
  tagged: 'Guide su {tag}',
  updated: 'Aggiornato il {date}',
  helpfulQuestion: 'Ti è stato utile?',
  yes: 'Sì',
  no: 'No',
  thanks: 'Grazie per la risposta.',
};
