import { AppError } from '@guidepost/service-kit';

const LONGEST = 2_000;

/** The URL of a receiver, as it is stored. @throws AppError `invalid` with the field `url` */
export function readWebhookUrl(text: string): string {
  const typed = text.trim();
  if (!URL.canParse(typed)) throw refuse('Enter a URL such as https://example.com/hooks.');
  const url = new URL(typed);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw refuse('The URL must begin with https://.');
  if (url.username || url.password) throw refuse('The URL must not contain a user name or password.');
  url.hash = '';
  if (url.href.length > LONGEST) throw refuse(`The URL can have at most ${LONGEST} characters.`);
  return url.href;
}

/** What may be told to others: paths of such URLs can be secrets. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

function refuse(message: string): AppError {
  return new AppError('invalid', message, { fields: { url: [message] } });
}
