import type { Topic } from './topics.ts';

type Headings = Readonly<Record<Topic, string>>;

const ENGLISH: Headings = { Q: 'Questions', P: 'Problems', S: 'Suggestions', B: 'Praise' };

/** By ISO 639-1. All but those in English, Swedish and German are drafts. */
const HEADINGS: Readonly<Record<string, Headings>> = {
  en: ENGLISH,
  sv: { Q: 'Frågor', P: 'Problem', S: 'Förslag', B: 'Beröm' },
  de: { Q: 'Fragen', P: 'Probleme', S: 'Vorschläge', B: 'Lob' },
  da: { Q: 'Spørgsmål', P: 'Problemer', S: 'Forslag', B: 'Ros' },
  es: { Q: 'Preguntas', P: 'Problemas', S: 'Sugerencias', B: 'Elogios' },
  fi: { Q: 'Kysymykset', P: 'Ongelmat', S: 'Ehdotukset', B: 'Kiitokset' },
  fr: { Q: 'Questions', P: 'Problèmes', S: 'Suggestions', B: 'Compliments' },
  it: { Q: 'Domande', P: 'Problemi', S: 'Suggerimenti', B: 'Elogi' },
  nb: { Q: 'Spørsmål', P: 'Problemer', S: 'Forslag', B: 'Ros' },
  nl: { Q: 'Vragen', P: 'Problemen', S: 'Suggesties', B: 'Complimenten' },
  pl: { Q: 'Pytania', P: 'Problemy', S: 'Sugestie', B: 'Pochwały' },
  pt: { Q: 'Perguntas', P: 'Problemas', S: 'Sugestões', B: 'Elogios' },
};

/** What a list of a topic's dialogs is headed in a language; in English where there is nothing in that language. */
export function topicHeading(topic: Topic, language: string): string {
  return (HEADINGS[language] ?? ENGLISH)[topic];
}
