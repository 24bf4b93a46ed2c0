import { type Item, textIn } from '@guidepost/fetch';
import { isVisible } from '@guidepost/service-kit';
import { LIMITS } from '../../posts/field-kinds.ts';
import { addressIn, FORMER_MEMBER, shortened } from '../moved-in/posts.ts';
import { compareIds } from './read-community.ts';

/** A person as posts name them. */
export interface CommunityPerson {
  name: string;
  useremail?: string;
  /** Whether they own the address, as the vendor has found out. */
  isConfirmed: boolean;
  isStaff: boolean;
  isKnown: boolean;
}

export interface People {
  /** The author of a post; someone without a name if they are not known. */
  find(id: string | undefined): CommunityPerson;
}

const UNKNOWN: CommunityPerson = { name: FORMER_MEMBER, isConfirmed: false, isStaff: false, isKnown: false };

export function createPeople(users: ReadonlyMap<string, Item>): People {
  const people = new Map<string, CommunityPerson>();
  /** How many people without an address have a name. */
  const named = new Map<string, number>();
  for (const [id, user] of [...users].toSorted(([a], [b]) => compareIds(a, b))) {
    const person = personOf(user);
    if (!person) continue;
    const count = person.useremail === undefined ? (named.get(person.name) ?? 0) + 1 : 0;
    named.set(person.name, Math.max(count, named.get(person.name) ?? 0));
    // People without an address are told apart by their names alone.
    people.set(id, count > 1 ? { ...person, name: numbered(person.name, count) } : person);
  }
  return { find: (id) => people.get(id ?? '') ?? UNKNOWN };
}

/** Staff may have a name for readers, in whose place their own must not be shown. */
function personOf(user: Item): CommunityPerson | undefined {
  const isStaff = user.role === 'admin' || user.role === 'agent';
  const [alias = '', own = ''] = [textIn(user, 'alias'), textIn(user, 'name')];
  const name = isStaff && isVisible(alias) ? alias : own;
  const useremail = addressIn(textIn(user, 'email'));
  if (!isVisible(name)) return undefined;
  return {
    name: shortened(name, LIMITS.name),
    ...(useremail !== undefined && { useremail }),
    isConfirmed: useremail !== undefined && user.verified === true,
    isStaff,
    isKnown: true,
  };
}

function numbered(name: string, number: number): string {
  const end = ` (${number})`;
  return shortened(name, LIMITS.name - end.length) + end;
}
