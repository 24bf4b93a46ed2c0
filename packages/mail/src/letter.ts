import { fileURLToPath } from 'node:url';
import { foldWhiteSpace } from '@guidepost/service-kit';
import { Eta } from 'eta';

/** A message to one person, in plain sentences. */
export interface Letter {
  /** ISO 639-1, and the direction in which it is written. */
  language: string;
  direction: 'ltr' | 'rtl';
  subject: string;
  paragraphs: readonly string[];
  /** What the person is asked to do. */
  link?: { label: string; url: string } | undefined;
  /** In small print. */
  notes: readonly string[];
}

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

const templates = new Eta({ views: fileURLToPath(new URL('./', import.meta.url)), cache: true });

export function writeLetter(letter: Letter): MailContent {
  const { paragraphs, link, notes } = letter;
  const body = [...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : [])];
  return {
    subject: foldWhiteSpace(letter.subject),
    // Mail programs set off what follows the two dashes.
    text: `${body.join('\n\n')}\n\n-- \n${notes.join('\n\n')}\n`,
    html: templates.render('./letter', letter),
  };
}
