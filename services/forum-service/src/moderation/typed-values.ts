import { isIPv4, isIPv6 } from 'node:net';
import { addressBlock } from '@guidepost/http';
import { readTags } from '../model/tag.ts';
import type { Sender } from '../people/blocks.ts';
import { isLonger, LIMITS, readText, type TextRule } from '../posts/field-kinds.ts';

/** Guards against blocking half of the internet by mistake. */
export const SHORTEST_PREFIX = { ipv4: 8, ipv6: 16 };
export const LONGEST_PREFIX = { ipv4: 32, ipv6: 128 };

/** An e-mail address; loosely, since archives may have brought in addresses that are valid nowhere else. */
export function readEmail(typed: string): string | undefined {
  const reading = readText(typed, { maximum: LIMITS.email });
  const email = 'value' in reading ? reading.value : undefined;
  return email !== undefined && /^[^\s@]+@\S+$/.test(email) ? email : undefined;
}

/** Which version of IP an address has. */
export function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  if (isIPv4(address)) return 'ipv4';
  return isIPv6(address) && !address.includes('%') ? 'ipv6' : undefined;
}

/** An IP address or a network. An IPv6 address stands for its /64, which one subscriber has. */
export function readNetwork(typed: string): string | undefined {
  const [address = '', prefix, ...rest] = typed.split('/');
  const family = familyOf(address);
  if (family === undefined || rest.length > 0) return undefined;
  if (prefix === undefined) return addressBlock(address);
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  return bits >= SHORTEST_PREFIX[family] && bits <= LONGEST_PREFIX[family] ? typed : undefined;
}

/** An e-mail address, IP address or network to block. */
export function readSender(typed: string): Sender | undefined {
  const email = readEmail(typed);
  if (email !== undefined) return { email };
  const address = readNetwork(typed.trim());
  return address === undefined ? undefined : { address };
}

/** The state of a dialog: null for none, undefined for what cannot be one. */
export function readState(typed: string): string | null | undefined {
  const reading = readText(typed, { maximum: LIMITS.state });
  return 'value' in reading ? (reading.value ?? null) : undefined;
}

/** The title of a dialog. */
export function readTitle(typed: string): string | undefined {
  return readValue(typed, { maximum: LIMITS.title });
}

/** The text of a dialog or comment. */
export function readPostText(typed: string): string | undefined {
  return readValue(typed, { maximum: LIMITS.text, manyLines: true });
}

/** A text that is not empty. */
export function readValue(typed: string, rule: TextRule): string | undefined {
  const reading = readText(typed, rule);
  return 'value' in reading ? reading.value : undefined;
}

/** Names of tags, separated by commas, each once; undefined if one is too long or there is none. */
export function readTagNames(typed: string): string[] | undefined {
  const reading = readText(typed, { maximum: LIMITS.tagList });
  const names = [...readTags('value' in reading ? (reading.value ?? '') : '').values()];
  const areNames = names.length > 0 && !names.some((name) => isLonger(name, LIMITS.tag));
  return areNames ? names : undefined;
}
