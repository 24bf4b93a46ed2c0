import { isIP } from 'node:net';
import { AppError } from '@guidepost/service-kit';
import { isPublicAddress, NoPublicAddressError } from './public-addresses.ts';

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

function refuse(message: string): AppError {
  return new AppError('invalid', message, { fields: { url: [message] } });
}

/** The part of a webhook's URL that may be shown. The path can be a secret. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

/** Names are looked up, addresses are not. @throws NoPublicAddressError */
export function requirePublicHost(url: URL): void {
  const address = addressIn(url);
  if (isIP(address) && !isPublicAddress(address)) throw new NoPublicAddressError(`${address} is not public`);
}

/**
 * The host of a receiver to which nothing is sent, as anyone can tell from the URL; undefined for others. Names are not
 * looked up, so that the answer tells nothing about the network.
 */
export function privateHostOf(url: URL): string | undefined {
  const address = addressIn(url);
  const isPrivate = isIP(address) ? !isPublicAddress(address) : /(?:^|\.)localhost\.?$/.test(address);
  return isPrivate ? address : undefined;
}

function addressIn({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
