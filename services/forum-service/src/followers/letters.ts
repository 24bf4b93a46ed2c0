import { catalogueOf, fill } from '@guidepost/i18n';
import { type MailContent, writeLetter } from '@guidepost/mail';

export interface Answer {
  language: string;
  title: string;
  author_name: string;
  text: string;
}

/** Code points. */
const LONGEST_TEXT = 2_000;

/** Nothing in it was written by who asked for it: it may reach a stranger. */
export function writeConfirmation(
  { language, name }: { language: string; name: string },
  url: string,
): MailContent {
  const words = catalogueOf(language).mail;
  return writeLetter({
    language,
    subject: fill(words.confirmSubject, { name }),
    paragraphs: [fill(words.confirm, { name })],
    link: { label: words.confirmAddress, url },
    notes: [words.once, words.ignore, words.automatic],
  });
}

export function writeAnswer(answer: Answer, links: { comment: string; stop: string }): MailContent {
  const { language, title, author_name: name, text } = answer;
  const words = catalogueOf(language).mail;
  return writeLetter({
    language,
    subject: `Re: ${title}`,
    paragraphs: [fill(words.answered, { name }), ...shorten(text).split(/\n+/)],
    link: { label: words.readAnswer, url: links.comment },
    notes: [words.automatic],
    lastLink: { label: words.stopAnswers, url: links.stop },
  });
}

export function shorten(text: string): string {
  const characters = Array.from(text);
  return characters.length > LONGEST_TEXT
    ? `${characters.slice(0, LONGEST_TEXT).join('').trimEnd()} …`
    : text;
}
