import { isIPv4, isIPv6 } from 'node:net';
import { addressBlock, parseId } from '@guidepost/http';
import { InvalidArgumentError } from 'commander';
import { readTags } from '../model/tag.ts';
import { isLonger, readText } from '../posting/text-field.ts';

const LONGEST_EMAIL = 254;
const LONGEST_STATE = 100;
const LONGEST_TAG = 100;
const LONGEST_LIST = 10_000;
const MOST_ROWS = 100_000;

/** So that nobody blocks half of the world by a slip of the finger. */
const SHORTEST_PREFIX = { ipv4: 8, ipv6: 16 };
const LONGEST_PREFIX = { ipv4: 32, ipv6: 128 };

const DURATION = /^([1-9]\d{0,4})([mhdw])$/;
const MILLISECONDS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const DAY = /^\d{4}-\d{2}-\d{2}/;
const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** @throws InvalidArgumentError */
export function parseIdArgument(value: string): number {
  const id = parseId(value);
  if (id !== undefined) return id;
  throw new InvalidArgumentError('It must be a number, as lists show it.');
}

/**
 * One more of several numbers, each once.
 * @throws InvalidArgumentError
 */
export function collectIds(value: string, before: readonly number[] = []): number[] {
  return [...new Set([...before, parseIdArgument(value)])];
}

/**
 * One more of several tags, or some with commas between them, each once.
 * @throws InvalidArgumentError
 */
export function collectTags(value: string, before: readonly string[] = []): string[] {
  const reading = readText(value, { maximum: LONGEST_LIST });
  const typed = 'value' in reading ? (reading.value ?? '') : '';
  const names = [...readTags(typed).values()];
  if (names.length > 0 && !names.some((name) => isLonger(name, LONGEST_TAG)))
    return [...readTags([...before, ...names].join(',')).values()];
  throw new InvalidArgumentError(`It must be names of 1 to ${LONGEST_TAG} characters in one line.`);
}

/**
 * A mark of a dialog; null for none.
 * @throws InvalidArgumentError
 */
export function parseState(value: string): string | null {
  const reading = readText(value, { maximum: LONGEST_STATE });
  if ('value' in reading) return reading.value ?? null;
  throw new InvalidArgumentError(`It must have ${LONGEST_STATE} characters at most, in one line.`);
}

/**
 * A moment: so long ago, or a date, in UTC unless it says where.
 * @throws InvalidArgumentError
 */
export function parseSince(value: string): Date {
  const [, count = '', unit = ''] = DURATION.exec(value) ?? [];
  if (count !== '') return new Date(Date.now() - Number(count) * (MILLISECONDS[unit] ?? 0));
  const date = new Date(value);
  if (DATE.test(value) && isDay(value) && !Number.isNaN(date.getTime())) return date;
  throw new InvalidArgumentError('It must be such as 24h, 7d, 2026-11-21 or 2026-11-21T08:00Z.');
}

/** The thirty-first of a short month is a date of the next one to V8. */
function isDay(value: string): boolean {
  const [day = ''] = DAY.exec(value) ?? [];
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** @throws InvalidArgumentError */
export function parseLimit(value: string): number {
  const limit = Number(value);
  if (/^\d+$/.test(value) && limit >= 1 && limit <= MOST_ROWS) return limit;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_ROWS}.`);
}

/**
 * An e-mail address, which an archive may have brought in: not each that is known could be written to.
 * @throws InvalidArgumentError
 */
export function parseEmail(value: string): string {
  const reading = readText(value, { maximum: LONGEST_EMAIL });
  if ('value' in reading && reading.value !== undefined && /^[^\s@]+@\S+$/.test(reading.value))
    return reading.value;
  throw new InvalidArgumentError('It must be an e-mail address.');
}

/**
 * An IP address or a network; an IPv6 address stands for its /64, which is what one subscriber has.
 * @throws InvalidArgumentError
 */
export function parseNetwork(value: string): string {
  const [address = '', prefix, ...rest] = value.split('/');
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) && !address.includes('%') ? 'ipv6' : undefined;
  if (family === undefined || rest.length > 0)
    throw new InvalidArgumentError('It must be an IP address or a network such as 192.0.2.0/24.');
  if (prefix === undefined) return addressBlock(address);
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (bits >= SHORTEST_PREFIX[family] && bits <= LONGEST_PREFIX[family]) return value;
  const [shortest, longest] = [SHORTEST_PREFIX[family], LONGEST_PREFIX[family]];
  throw new InvalidArgumentError(`What follows the / must be a number from ${shortest} to ${longest}.`);
}
