import { AppError } from '@guidepost/service-kit';
import type { Forum } from '../../model/forum.ts';
import { RETURN_FIELDS } from '../../posts/submission.ts';
import { describeMistake } from '../../posts/validate-fields.ts';
import type { FormFields } from './read-form-fields.ts';

export interface ReturnAddresses {
  /** Normalized. */
  success: string | undefined;
  /** Normalized; messages are appended later. */
  error: string | undefined;
}

/** Limit for the header; longer addresses leave no room for messages. */
export const LONGEST_RETURN_ADDRESS = 4_000;

/** Absolute with a host and without credentials, stricter than URL parsers. */
const BEGINNING = /^https?:\/\/[^\s\\/?#@]+(?:[/?#]|$)/i;
const CONTROL = /\p{Cc}/u;
/** Normalized host names; anything else that URL accepts does not belong in a header. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;

/**
 * Validates the return addresses of a form, to prevent open redirects (S10).
 * @param publicUrl of this service, which is always allowed
 * @throws AppError `invalid` with a message for each that is not allowed
 */
export function validateReturnAddresses(
  fields: FormFields,
  { allowed_origins, language }: Pick<Forum, 'allowed_origins' | 'language'>,
  publicUrl: string,
): ReturnAddresses {
  const origins = allowed_origins.length > 0 ? [...allowed_origins, new URL(publicUrl).origin] : undefined;
  const mistakes: Record<string, string[]> = {};
  const validate = (name: string): string | undefined => {
    const sent = fields.get(name);
    if (sent === undefined || sent === '') return undefined;
    const address = readAddress(sent, origins);
    if (address === undefined) mistakes[name] = [describeMistake({ message: 'address' }, language)];
    return address;
  };
  const addresses = { success: validate(RETURN_FIELDS.success), error: validate(RETURN_FIELDS.error) };
  if (Object.keys(mistakes).length === 0) return addresses;
  throw new AppError('invalid', 'A return address is not allowed.', { fields: mistakes });
}

function readAddress(sent: string, origins: readonly string[] | undefined): string | undefined {
  if (sent.length > LONGEST_RETURN_ADDRESS || CONTROL.test(sent) || !BEGINNING.test(sent)) return undefined;
  const url = URL.parse(sent);
  if (!url || !HOST.test(url.hostname) || origins?.includes(url.origin) === false) return undefined;
  // Normalization can expand a character to nine.
  return url.href.length > LONGEST_RETURN_ADDRESS ? undefined : url.href;
}

/** Appends messages as query parameters. Spaces become `%20`, which every decoder understands. */
export function withMessages(
  address: string,
  messages: Iterable<readonly [name: string, message: string]>,
): string {
  const url = new URL(address);
  const added = Array.from(messages, (pair) => pair.map(encodeURIComponent).join('='));
  url.search = [url.search.slice(1), ...added].filter((part) => part !== '').join('&');
  return url.href;
}
