import { catalogueOf, fill } from '@guidepost/i18n';
import { type MailContent, writeLetter } from '@guidepost/mail';
import { quoteBeginning } from '../letters/quote.ts';
import { mailedText, type PostText } from '../rendering/render-post-text.ts';

export interface Answer extends PostText {
  language: string;
  title: string;
  author_name: string;
}

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
  const { language, title, author_name: name } = answer;
  const words = catalogueOf(language).mail;
  return writeLetter({
    language,
    subject: `Re: ${title}`,
    paragraphs: [fill(words.answered, { name }), ...quoteBeginning(mailedText(answer))],
    link: { label: words.readAnswer, url: links.comment },
    notes: [words.automatic],
    lastLink: { label: words.stopAnswers, url: links.stop },
  });
}
