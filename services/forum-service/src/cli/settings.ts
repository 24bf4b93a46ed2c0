import { parseAccent, parseLanguage, parseName } from '@guidepost/command-line';
import { InvalidArgumentError } from 'commander';
import type { ForumSettings } from '../forums/administration.ts';
import { HOLD_MODES, type HoldMode } from '../model/forum.ts';
import { parseTopic, TOPICS, type Topic } from '../model/topics.ts';

const LONGEST_URL = 2_000;

const parseLongMessage = parseMessage(2_000);

/** Parsers of the settings of a forum, by the name that is typed. */
export const SETTINGS: Record<string, (value: string) => Partial<ForumSettings>> = {
  name: (value) => ({ name: parseName(value) }),
  'formal-name': (value) => ({ formal_name: parseName(value) }),
  'intro-message': (value) => ({ intro_message: parseLongMessage(value) }),
  'status-message': (value) => ({ status_message: parseLongMessage(value) }),
  'status-url': (value) => ({ status_url: parseUrl(value) }),
  'popup-header': (value) => ({ popup_header: parseMessage(200)(value) }),
  'thankyou-message': (value) => ({ thankyou_message: parseLongMessage(value) }),
  topics: (value) => ({ topics: parseTopicList(value) }),
  'default-topic': (value) => ({ default_topic: parseTopicArgument(value) }),
  language: (value) => ({ language: parseLanguage(value) }),
  hold: (value) => ({ hold: parseHold(value) }),
  'accent-color': (value) => ({ accent_color: parseAccent(value) }),
  'allowed-origins': (value) => ({ allowed_origins: parseOrigins(value) }),
  'foreign-images': (value) => ({ foreign_images: parseSwitch(value) }),
};

function parseTopicArgument(value: string): Topic {
  const topic = parseTopic(value);
  if (topic) return topic;
  throw new InvalidArgumentError(`It must be one of ${TOPICS.join(', ')}.`);
}

/** Topics separated by commas, in the order in which the forum offers them. */
export function parseTopicList(value: string): Topic[] {
  return [...new Set(value.split(',').map(parseTopicArgument))];
}

/** A text for readers, which may be empty or have several lines. */
function parseMessage(longest: number): (value: string) => string {
  return (value) => {
    const text = value.trim().normalize();
    if (!text.isWellFormed() || /(?![\n\t])\p{Cc}/u.test(text))
      throw new InvalidArgumentError('It must not contain control characters.');
    if (Array.from(text).length <= longest) return text;
    throw new InvalidArgumentError(`It must have at most ${longest} characters.`);
  };
}

function parseUrl(value: string): string {
  const url = value.trim();
  if (url === '' || (url.length <= LONGEST_URL && isWebUrl(URL.parse(url)))) return url;
  throw new InvalidArgumentError('It must be a URL such as https://example.com/status, or empty.');
}

/** Origins separated by commas; an empty list allows any origin. */
function parseOrigins(value: string): string[] {
  const typed = value.split(',').map((origin) => origin.trim());
  return [...new Set(typed.filter((origin) => origin !== '').map(parseOrigin))];
}

function parseOrigin(value: string): string {
  const url = URL.parse(value);
  // A URL may contain an asterisk, but it would not match any host as intended.
  const isOrigin = url !== null && isWebUrl(url) && `${url.origin}/` === url.href && !value.includes('*');
  if (isOrigin) return url.origin;
  throw new InvalidArgumentError(
    'It must be a comma-separated list of origins such as https://example.com, or empty.',
  );
}

function isWebUrl(url: URL | null): boolean {
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

export function parseSwitch(value: string): boolean {
  if (value === 'on' || value === 'off') return value === 'on';
  throw new InvalidArgumentError('It must be on or off.');
}

function parseHold(value: string): HoldMode {
  const hold = HOLD_MODES.find((mode) => mode === value);
  if (hold) return hold;
  throw new InvalidArgumentError(`It must be one of ${HOLD_MODES.join(', ')}.`);
}
