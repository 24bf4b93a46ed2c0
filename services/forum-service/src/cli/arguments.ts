import { parseId } from '@guidepost/service-kit';
import { type Command, InvalidArgumentError } from 'commander';
import { isForumSlug, isReservedSlug } from '../model/forum.ts';
import { readTags } from '../model/tag.ts';
import { parseTopic, TOPICS, type Topic } from '../model/topics.ts';
import {
  familyOf,
  LONGEST_PREFIX,
  readEmail,
  readNetwork,
  readPostText,
  readState,
  readTagNames,
  readTitle,
  SHORTEST_PREFIX,
} from '../moderation/typed-values.ts';
import { LIMITS } from '../posts/field-kinds.ts';
import type { ForumSettings } from '../tenants/list-forums.ts';
import { SETTING_VALUES, type SettingValue, SWITCH, TOPIC_LIST } from '../tenants/setting-values.ts';

/** Stands for standard output in place of a file. */
export const STDOUT = '-';

/** A command about one forum. */
export function forumCommand(group: Command, name: string, description = ''): Command {
  return group.command(name).description(description).argument('<slug>', 'the slug of the forum', parseSlug);
}

/** Parses what commander cannot parse by itself, and reports errors as commander does. */
export function parseLate<Value>(command: Command, problem: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    return command.error(`error: ${problem}. ${error.message}`);
  }
}

export function parseSlug(value: string): string {
  if (isForumSlug(value)) return value;
  throw new InvalidArgumentError(
    isReservedSlug(value)
      ? 'The API reserves this name.'
      : 'It must have 1 to 63 characters (a-z, 0-9 and "-") and must not start with "-".',
  );
}

/** The slug of a forum that does not exist yet. */
export function parseNewSlug(value: string): string {
  const slug = parseSlug(value);
  if (!isReservedSlug(slug)) return slug;
  throw new InvalidArgumentError('The API reserves this name.');
}

export function parseIdArgument(value: string): number {
  const id = parseId(value);
  if (id !== undefined) return id;
  throw new InvalidArgumentError('It must be a numeric ID.');
}

/** Adds an id to those before it, each once. */
export function collectIds(value: string, before: readonly number[] = []): number[] {
  return [...new Set([...before, parseIdArgument(value)])];
}

/** Adds a tag, or several separated by commas, to those before, each once. */
export function collectTags(value: string, before: readonly string[] = []): string[] {
  const names = readTagNames(value);
  if (names) return [...readTags([...before, ...names].join(',')).values()];
  throw new InvalidArgumentError(`It must contain names of 1 to ${LIMITS.tag} characters on one line.`);
}

/** The state of a dialog; null when the value is empty. */
export function parseState(value: string): string | null {
  const state = readState(value);
  if (state !== undefined) return state;
  throw new InvalidArgumentError(`The state must have at most ${LIMITS.state} characters on one line.`);
}

/** One topic, in any form that posts accept. */
export function parseTopicArgument(value: string): Topic {
  const topic = parseTopic(value);
  if (topic) return topic;
  throw new InvalidArgumentError(`It must be one of ${TOPICS.join(', ')}.`);
}

export function parseTitle(value: string): string {
  const title = readTitle(value);
  if (title !== undefined) return title;
  throw new InvalidArgumentError(`It must have 1 to ${LIMITS.title} characters on one line.`);
}

/** The text of a post. */
export function parseText(value: string): string {
  const text = readPostText(value);
  if (text !== undefined) return text;
  throw new InvalidArgumentError(`It must have 1 to ${LIMITS.text} characters.`);
}

export function parseEmail(value: string): string {
  const email = readEmail(value);
  if (email !== undefined) return email;
  throw new InvalidArgumentError('It must be an e-mail address.');
}

/** An IP address or a network. An IPv6 address stands for its /64, which one subscriber has. */
export function parseNetwork(value: string): string {
  const network = readNetwork(value);
  if (network !== undefined) return network;
  const [address = '', , ...rest] = value.split('/');
  const family = familyOf(address);
  if (family === undefined || rest.length > 0)
    throw new InvalidArgumentError('It must be an IP address or a network such as 192.0.2.0/24.');
  const [shortest, longest] = [SHORTEST_PREFIX[family], LONGEST_PREFIX[family]];
  throw new InvalidArgumentError(`The prefix length must be a number from ${shortest} to ${longest}.`);
}

/** Parsers of the settings of a forum, by the name that is typed: `formal-name`. */
export const SETTINGS: Record<string, (value: string) => Partial<ForumSettings>> = Object.fromEntries(
  Object.entries(SETTING_VALUES).map(([name, setting]) => [
    name.replaceAll('_', '-'),
    (value: string) => ({ [name]: parserOf<unknown>(setting)(value) }),
  ]),
);

export const parseTopicList = parserOf(TOPIC_LIST);

export const parseSwitch = parserOf(SWITCH);

export const parseGuides = parserOf(SETTING_VALUES.guides);

/** Throws commander's error, which names the argument. */
function parserOf<Value>({ parse, rule }: SettingValue<Value>): (value: string) => Value {
  return (typed) => {
    const value = parse(typed);
    if (value === undefined) throw new InvalidArgumentError(rule);
    return value;
  };
}
