import { catalogueOf, fill } from '@guidepost/i18n';
import { type MailContent, writeLetter } from '@guidepost/mail';

/** Nothing in it was written by who asked for it: it may reach a stranger. */
export function writeSignIn(
  { language, name }: { language: string; name: string },
  url: string,
): MailContent {
  const words = catalogueOf(language).mail;
  return writeLetter({
    language,
    subject: fill(words.signInSubject, { name }),
    paragraphs: [fill(words.signInLink, { name })],
    link: { label: words.signIn, url },
    notes: [words.onceSoon, words.ignore, words.automatic],
  });
}
