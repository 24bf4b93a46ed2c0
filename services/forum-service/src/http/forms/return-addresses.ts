import { AppError } from '@guidepost/service-kit';
import type { Forum } from '../../model/forum.ts';
import { describeComplaint } from '../../posting/messages.ts';
import type { FormFields } from './read-form-fields.ts';

/** Where whoever sent a form is led, as far as it says. */
export interface ReturnAddresses {
  /** Normalised, as it was judged. */
  success: string | undefined;
  /** The same; messages are still to be added. */
  error: string | undefined;
}

/** The fields that say it. */
export const RETURN_FIELDS = { success: 'success_url', error: 'error_url' } as const;

/** As it is sent in a header; longer ones would not come through with messages behind them. */
export const LONGEST_RETURN_ADDRESS = 4_000;

/** Absolute, with a host and without a name or password: nothing that URL parsers are generous about. */
const BEGINNING = /^https?:\/\/[^\s\\/?#@]+(?:[/?#]|$)/i;
const CONTROL = /\p{Cc}/u;
/** As names of hosts are once they are normalised; whatever else URL takes has no place in a header. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;

/**
 * The addresses that a form gives, judged: a link that leads elsewhere by way of a site that people trust is what others
 * would give.
 *
 * @param publicUrl of this service, whose addresses are always allowed
 * @throws AppError `invalid` with a message for each that is not allowed
 */
export function judgeReturnAddresses(
  fields: FormFields,
  { allowed_origins, language }: Pick<Forum, 'allowed_origins' | 'language'>,
  publicUrl: string,
): ReturnAddresses {
  const origins = allowed_origins.length > 0 ? [...allowed_origins, new URL(publicUrl).origin] : undefined;
  const complaints: Record<string, string[]> = {};
  const judge = (name: string): string | undefined => {
    const sent = fields.get(name);
    if (sent === undefined || sent === '') return undefined;
    const address = readAddress(sent, origins);
    if (address === undefined) complaints[name] = [describeComplaint({ message: 'address' }, language)];
    return address;
  };
  const addresses = { success: judge(RETURN_FIELDS.success), error: judge(RETURN_FIELDS.error) };
  if (Object.keys(complaints).length === 0) return addresses;
  throw new AppError('invalid', 'The form leads to where it may not lead.', { fields: complaints });
}

function readAddress(sent: string, origins: readonly string[] | undefined): string | undefined {
  if (sent.length > LONGEST_RETURN_ADDRESS || CONTROL.test(sent) || !BEGINNING.test(sent)) return undefined;
  const url = URL.parse(sent);
  if (!url || !HOST.test(url.hostname) || origins?.includes(url.origin) === false) return undefined;
  // A letter may be nine characters by now.
  return url.href.length > LONGEST_RETURN_ADDRESS ? undefined : url.href;
}

/**
 * The address with messages as parameters, behind those that it has. Spaces are `%20`, which everything decodes that reads
 * parameters.
 */
export function withMessages(
  address: string,
  messages: Iterable<readonly [name: string, message: string]>,
): string {
  const url = new URL(address);
  const added = Array.from(messages, (pair) => pair.map(encodeURIComponent).join('='));
  url.search = [url.search.slice(1), ...added].filter((part) => part !== '').join('&');
  return url.href;
}
