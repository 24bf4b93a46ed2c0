import { isDeepStrictEqual } from 'node:util';
import { type Executor, sql } from '@guidepost/postgres';
import { isVisible, withoutUnprintable } from '@guidepost/service-kit';
import type { Forum } from '../model/forum.ts';
import {
  type DialogState,
  LONGEST_STATE,
  MOST_STATES,
  STATE_COLORS,
  type StateColor,
  usualStates,
} from '../model/states.ts';
import { TOPICS, type Topic } from '../model/topics.ts';

/** States of a forum as JSON; undefined for what is not allowed. */
export function parseStates(text: string): DialogState[] | undefined {
  try {
    return readStates(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** States of a forum from a list that may hold anything; undefined for what is not allowed. */
export function readStates(sent: unknown): DialogState[] | undefined {
  if (!Array.isArray(sent) || sent.length > MOST_STATES) return undefined;
  const states = sent.map(readDefinition);
  const names = new Set(states.map((state) => state?.name));
  return names.has(undefined) || names.size < states.length ? undefined : (states as DialogState[]);
}

const PROPERTIES: ReadonlySet<string> = new Set(['name', 'color', 'closed', 'topics']);

function readDefinition(sent: unknown): DialogState | undefined {
  const { name, color, closed, topics } = Object(sent) as Record<string, unknown>;
  const isKnown = Object.keys(Object(sent)).every((property) => PROPERTIES.has(property));
  if (!isKnown || typeof name !== 'string' || typeof closed !== 'boolean') return undefined;
  const text = readStateName(name);
  if (text === undefined || !isColor(color) || !areTopics(topics)) return undefined;
  return { name: text, color, closed, topics: TOPICS.filter((topic) => topics.includes(topic)) };
}

/** The text of a state, as dialogs store it. */
export function readStateName(typed: string): string | undefined {
  const name = withoutUnprintable(typed).normalize('NFC').trim();
  const isAllowed = name.isWellFormed() && !/\p{Cc}/u.test(name) && isVisible(name);
  return isAllowed && Array.from(name).length <= LONGEST_STATE ? name : undefined;
}

function isColor(value: unknown): value is StateColor {
  return STATE_COLORS.some((color) => color === value);
}

function areTopics(value: unknown): value is Topic[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => TOPICS.includes(each));
}

const update = sql`
  update forums f
  set states = $2::jsonb
  where f.id = $1
`;

/**
 * Gives a forum the states of an archive: in place of the usual ones, or beside those that staff have defined.
 * @returns whether anything changed
 */
export async function addStates(
  transaction: Executor,
  { id, language, states: present }: Pick<Forum, 'id' | 'language' | 'states'>,
  archived: readonly DialogState[],
): Promise<boolean> {
  if (archived.length === 0) return false;
  const kept = isDeepStrictEqual(present, usualStates(language)) ? [] : present;
  const names = new Set(kept.map(({ name }) => name));
  const states = [...kept, ...archived.filter(({ name }) => !names.has(name))].slice(0, MOST_STATES);
  if (isDeepStrictEqual(states, present)) return false;
  await transaction.none(update([id, JSON.stringify(states)]));
  return true;
}
