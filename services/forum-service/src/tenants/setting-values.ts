import { parseDomainName, parseHost } from '@guidepost/http';
import { parseLanguageTag } from '@guidepost/i18n/language-tag';
import { parseAccentColor } from '@guidepost/pages/accent-color';
import { AppError, LONGEST_NAME, parseName } from '@guidepost/service-kit';
import { HOLD_MODES, type HoldMode } from '../model/forum.ts';
import { LONGEST_STATE, MOST_STATES, STATE_COLORS } from '../model/states.ts';
import { parseTopic, TOPICS, type Topic } from '../model/topics.ts';
import type { ForumSettings } from './list-forums.ts';
import { parseStates } from './state-definitions.ts';

/** How people type a setting. */
export interface SettingValue<Value> {
  /** Undefined for what is not allowed. */
  parse(text: string): Value | undefined;
  /** The allowed values, as a sentence. */
  rule: string;
}

const LONGEST_URL = 2_000;

const NAME: SettingValue<string> = {
  parse: parseLine,
  rule: `It must have 1 to ${LONGEST_NAME} characters on one line.`,
};

const TOPIC: SettingValue<Topic> = {
  parse: parseTopic,
  rule: `It must be one of ${TOPICS.join(', ')}.`,
};

export const TOPIC_LIST: SettingValue<Topic[]> = {
  parse: parseTopicList,
  rule: `It must be one or more of ${TOPICS.join(', ')}, separated by commas.`,
};

export const SWITCH: SettingValue<boolean> = {
  parse: (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined),
  rule: 'It must be on or off.',
};

/** All settings of a forum, by column. */
export const SETTING_VALUES: { readonly [Name in keyof ForumSettings]: SettingValue<ForumSettings[Name]> } = {
  name: NAME,
  formal_name: NAME,
  intro_message: message(2_000),
  status_message: message(2_000),
  status_url: { parse: parseUrl, rule: 'It must be a URL such as https://example.com/status, or empty.' },
  popup_header: message(200),
  thankyou_message: message(2_000),
  topics: TOPIC_LIST,
  default_topic: TOPIC,
  language: {
    parse: parseLanguageTag,
    rule: 'It must be a language tag such as en, sv or pt-BR.',
  },
  hold: { parse: parseHold, rule: `It must be one of ${HOLD_MODES.join(', ')}.` },
  accent_color: { parse: parseAccentColor, rule: 'It must be a colour such as #0a7d5c or #abc.' },
  allowed_origins: {
    parse: parseOrigins,
    rule: 'It must be a comma-separated list of origins such as https://example.com, or empty.',
  },
  foreign_images: SWITCH,
  attachments: SWITCH,
  host: {
    parse: (text) => (text.trim() === '' ? '' : parseDomainName(text)),
    rule: 'It must be a host name such as forum.example.com, or empty.',
  },
  guides: {
    parse: (text) => (text.trim() === '' ? '' : parseHost(text.trim().toLowerCase())),
    rule: 'It must be the host name of a knowledge base, such as help.example.com, or empty.',
  },
  states: {
    parse: parseStates,
    rule: `It must be JSON such as [{"name": "answered", "color": "green", "closed": true, "topics": ["Q"]}]: at most ${MOST_STATES} names of at most ${LONGEST_STATE} characters, each once, with a color of ${STATE_COLORS.join(', ')}, and topics of ${TOPICS.join(', ')}.`,
  },
};

/** @throws AppError `invalid` with the rule of each setting that does not allow what was typed */
export function readSettings(typed: Readonly<Record<keyof ForumSettings, string>>): ForumSettings {
  const wrong: Record<string, string[]> = {};
  const settings = Object.entries(SETTING_VALUES).map(([name, { parse, rule }]) => {
    const value = parse(typed[name as keyof ForumSettings]);
    if (value === undefined) wrong[name] = [rule];
    return [name, value];
  });
  if (Object.keys(wrong).length === 0) return Object.fromEntries(settings) as ForumSettings;
  throw new AppError('invalid', Object.values(wrong).flat().join(' '), { fields: wrong });
}

function parseLine(text: string): string | undefined {
  return /\p{Cc}/u.test(text.trim()) ? undefined : parseName(text);
}

/** A text for readers, which may be empty or have several lines. */
function message(longest: number): SettingValue<string> {
  return {
    rule: `It must have at most ${longest} characters, and no control characters.`,
    parse(typed) {
      const text = typed.replaceAll('\r\n', '\n').trim().normalize();
      const isPlain = text.isWellFormed() && !/(?![\n\t])\p{Cc}/u.test(text);
      return isPlain && Array.from(text).length <= longest ? text : undefined;
    },
  };
}

function parseTopicList(text: string): Topic[] | undefined {
  const topics = [...new Set(text.split(',').map(parseTopic))];
  return topics.includes(undefined) ? undefined : (topics as Topic[]);
}

function parseHold(text: string): HoldMode | undefined {
  return HOLD_MODES.find((mode) => mode === text);
}

function parseUrl(text: string): string | undefined {
  const url = text.trim();
  return url === '' || (url.length <= LONGEST_URL && isWebUrl(URL.parse(url))) ? url : undefined;
}

/** Separated by commas or white space; an empty list allows any origin. */
function parseOrigins(text: string): string[] | undefined {
  const typed = text.split(/[\s,]+/).filter((origin) => origin !== '');
  const origins = [...new Set(typed.map(parseOrigin))];
  return origins.includes(undefined) ? undefined : (origins as string[]);
}

function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  // A URL may contain an asterisk, but it would not match any host as intended.
  const isOrigin = url !== null && isWebUrl(url) && `${url.origin}/` === url.href && !text.includes('*');
  return isOrigin ? url.origin : undefined;
}

function isWebUrl(url: URL | null): boolean {
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}
