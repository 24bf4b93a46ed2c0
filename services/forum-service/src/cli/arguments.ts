import { InvalidArgumentError } from 'commander';
import { HOLD_MODES, type HoldMode, isForumSlug, isReservedSlug } from '../model/forum.ts';
import { parseTopic, TOPICS, type Topic } from '../model/topics.ts';

/** What stands for standard output where a file is named. */
export const STDOUT = '-';

const LONGEST_ADDRESS = 2_000;

/** @throws InvalidArgumentError */
export function parseSlug(value: string): string {
  if (isForumSlug(value)) return value;
  const reserved = isReservedSlug(value);
  throw new InvalidArgumentError(
    reserved
      ? 'It is a word of the API, which no forum can be called by.'
      : 'It must be letters a-z, digits and "-", up to 63 of them and no "-" in front.',
  );
}

/** @throws InvalidArgumentError */
export function parseTopicArgument(value: string): Topic {
  const topic = parseTopic(value);
  if (topic) return topic;
  throw new InvalidArgumentError(`It must be one of ${TOPICS.join(', ')}.`);
}

/**
 * With commas between them, in the order in which they are offered.
 * @throws InvalidArgumentError
 */
export function parseTopicList(value: string): Topic[] {
  return [...new Set(value.split(',').map(parseTopicArgument))];
}

/**
 * A text that people read; it may be empty and have several lines.
 * @throws InvalidArgumentError
 */
export function parseMessage(longest: number): (value: string) => string {
  return (value) => {
    const text = value.trim().normalize();
    if (!text.isWellFormed() || /(?![\n\t])\p{Cc}/u.test(text))
      throw new InvalidArgumentError('It must not hold control characters.');
    if (Array.from(text).length <= longest) return text;
    throw new InvalidArgumentError(`It must have ${longest} characters at most.`);
  };
}

/**
 * An address that a link may lead to, or nothing.
 * @throws InvalidArgumentError
 */
export function parseAddress(value: string): string {
  const address = value.trim();
  if (address === '') return '';
  if (address.length <= LONGEST_ADDRESS && isWebAddress(URL.parse(address))) return address;
  throw new InvalidArgumentError('It must be an address such as https://example.com/status, or empty.');
}

/**
 * Origins with commas between them; nothing for any origin.
 * @throws InvalidArgumentError
 */
export function parseOrigins(value: string): string[] {
  const typed = value.split(',').map((origin) => origin.trim());
  return [...new Set(typed.filter((origin) => origin !== '').map(parseOrigin))];
}

function parseOrigin(value: string): string {
  const url = URL.parse(value);
  // An asterisk would stand for itself, and whoever typed it meant any host.
  const isOrigin = url !== null && isWebAddress(url) && `${url.origin}/` === url.href && !value.includes('*');
  if (isOrigin) return url.origin;
  throw new InvalidArgumentError(
    'It must be origins such as https://example.com, separated by commas, or empty.',
  );
}

function isWebAddress(url: URL | null): boolean {
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

/** @throws InvalidArgumentError */
export function parseSwitch(value: string): boolean {
  if (value === 'on' || value === 'off') return value === 'on';
  throw new InvalidArgumentError('It must be on or off.');
}

/** @throws InvalidArgumentError */
export function parseHold(value: string): HoldMode {
  const hold = HOLD_MODES.find((mode) => mode === value);
  if (hold) return hold;
  throw new InvalidArgumentError(`It must be one of ${HOLD_MODES.join(', ')}.`);
}
