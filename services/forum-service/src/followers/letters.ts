import { catalogueOf, fill } from '@guidepost/i18n';
import { type MailContent, writeLetter } from '@guidepost/mail';
import { type PostText, readableText } from '../text/render-post-text.ts';

export interface Answer extends PostText {
  language: string;
  title: string;
  author_name: string;
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
  const { language, title, author_name: name } = answer;
  const words = catalogueOf(language).mail;
  return writeLetter({
    language,
    subject: `Re: ${title}`,
    paragraphs: [fill(words.answered, { name }), ...beginningOf(answer)],
    link: { label: words.readAnswer, url: links.comment },
    notes: [words.automatic],
    lastLink: { label: words.stopAnswers, url: links.stop },
  });
}

/** The paragraphs with which a post begins. */
export function beginningOf(post: PostText): string[] {
  const characters = Array.from(readableText(post));
  const text = characters.slice(0, LONGEST_TEXT).join('');
  const beginning = characters.length > LONGEST_TEXT ? `${text.trimEnd()} …` : text;
  return beginning.split(/\n+/);
}
