import { isIPv4, isIPv6 } from 'node:net';
import { addressBlock, parseId } from '@guidepost/http';
import { type Command, InvalidArgumentError } from 'commander';
import { isForumSlug, isReservedSlug } from '../model/forum.ts';
import { readTags } from '../model/tag.ts';
import { isLonger, readText } from '../posting/text-field.ts';

/** Stands for standard output in place of a file. */
export const STDOUT = '-';

const LONGEST_EMAIL = 254;
const LONGEST_STATE = 100;
const LONGEST_TAG = 100;
const LONGEST_LIST = 10_000;

/** Guards against blocking half of the internet by mistake. */
const SHORTEST_PREFIX = { ipv4: 8, ipv6: 16 };
const LONGEST_PREFIX = { ipv4: 32, ipv6: 128 };

/** A command about one forum. */
export function forumCommand(group: Command, name: string, description: string): Command {
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
  const reading = readText(value, { maximum: LONGEST_LIST });
  const typed = 'value' in reading ? (reading.value ?? '') : '';
  const names = [...readTags(typed).values()];
  if (names.length > 0 && !names.some((name) => isLonger(name, LONGEST_TAG)))
    return [...readTags([...before, ...names].join(',')).values()];
  throw new InvalidArgumentError(`It must contain names of 1 to ${LONGEST_TAG} characters on one line.`);
}

/** The state of a dialog; null when the value is empty. */
export function parseState(value: string): string | null {
  const reading = readText(value, { maximum: LONGEST_STATE });
  if ('value' in reading) return reading.value ?? null;
  throw new InvalidArgumentError(`The state must have at most ${LONGEST_STATE} characters on one line.`);
}

/** Archives may have brought in addresses that are valid nowhere else, hence the loose check. */
export function parseEmail(value: string): string {
  const reading = readText(value, { maximum: LONGEST_EMAIL });
  if ('value' in reading && reading.value !== undefined && /^[^\s@]+@\S+$/.test(reading.value))
    return reading.value;
  throw new InvalidArgumentError('It must be an e-mail address.');
}

/** An IP address or a network. An IPv6 address stands for its /64, which one subscriber has. */
export function parseNetwork(value: string): string {
  const [address = '', prefix, ...rest] = value.split('/');
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) && !address.includes('%') ? 'ipv6' : undefined;
  if (family === undefined || rest.length > 0)
    throw new InvalidArgumentError('It must be an IP address or a network such as 192.0.2.0/24.');
  if (prefix === undefined) return addressBlock(address);
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  const [shortest, longest] = [SHORTEST_PREFIX[family], LONGEST_PREFIX[family]];
  if (bits >= shortest && bits <= longest) return value;
  throw new InvalidArgumentError(`The prefix length must be a number from ${shortest} to ${longest}.`);
}
