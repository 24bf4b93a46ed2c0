import { isVisible } from '@guidepost/service-kit';
import { LRUCache } from 'lru-cache';
import { LIMITS } from '../../posts/field-kinds.ts';
import { addressIn, FORMER_MEMBER, shortened } from '../moved-in/posts.ts';
import type { Store } from './store.ts';

/** A person as posts name them. */
export interface DiscoursePerson {
  name: string;
  useremail?: string;
  /** Whether they own the address, as the forum has found out. */
  isConfirmed: boolean;
  isStaff: boolean;
  /** Whether their posts came by mail without an account, and were silenced. */
  isSpam: boolean;
  title: string | undefined;
}

export interface People {
  /** The author of a post; someone without a name if they are not known. */
  find(id: number | null): DiscoursePerson;
  isKnown(id: number | null): boolean;
  /** @param username in any letter case */
  nameOf(username: string): string | undefined;
}

interface UserRow {
  id: number;
  username: string;
  name: string | null;
  admin: string | null;
  moderator: string | null;
  staged: string | null;
  active: string | null;
  title: string | null;
  silenced_till: string | null;
  suspended_till: string | null;
  email: string | null;
}

const KEPT = 10_000;

const FIND = `
  select u.*, (select e.email from user_emails e where e.user_id = u.id and e."primary" = 't') as email
  from users u
`;

/** People whose accounts are gone have one name. */
const UNKNOWN: DiscoursePerson = {
  name: FORMER_MEMBER,
  isConfirmed: false,
  isStaff: false,
  isSpam: false,
  title: undefined,
};

/** @param staffGroups names of groups whose answers are official, besides those of admins and moderators */
export function createPeople(
  store: Store,
  { staffGroups, now }: { staffGroups: readonly string[]; now: Date },
): People {
  const staff = new Set(
    staffGroups.flatMap((name) =>
      store
        .all<{ id: number }>(
          'select user_id as id from group_users where group_id in (select id from groups where name = ?)',
          name,
        )
        .map(({ id }) => id),
    ),
  );
  const byId = new LRUCache<number, { person: DiscoursePerson | undefined }>({ max: KEPT });
  const names = new LRUCache<string, { name: string | undefined }>({ max: KEPT });

  function read(id: number): DiscoursePerson | undefined {
    const row = store.get<UserRow>(`${FIND} where u.id = ?`, id);
    return row && personOf(row);
  }

  function personOf(row: UserRow): DiscoursePerson {
    const useremail = realAddress(row.email);
    return {
      name: shownName(row, useremail !== undefined),
      ...(useremail !== undefined && { useremail }),
      isConfirmed: useremail !== undefined && row.active === 't',
      isStaff: row.admin === 't' || row.moderator === 't' || staff.has(row.id),
      isSpam:
        row.staged === 't' && [row.silenced_till, row.suspended_till].some((until) => isLater(until, now)),
      title: row.title ? shortened(row.title, LIMITS.workTitle) : undefined,
    };
  }

  /** People without an address are told apart by their names alone. */
  function shownName(row: UserRow, hasAddress: boolean): string {
    const name = isVisible(row.name ?? '') ? (row.name ?? '').trim() : row.username;
    const isShared =
      !hasAddress &&
      name !== row.username &&
      store.get(
        'select 1 from users where (name = ? or username = ?) and id <> ?',
        row.name,
        name,
        row.id,
      ) !== undefined;
    return shortened(isShared ? `${name} (${row.username})` : name, LIMITS.name);
  }

  function known(id: number | null): DiscoursePerson | undefined {
    if (id === null) return undefined;
    const kept = byId.get(id) ?? { person: read(id) };
    byId.set(id, kept);
    return kept.person;
  }

  return {
    find: (id) => known(id) ?? UNKNOWN,
    isKnown: (id) => known(id) !== undefined,
    nameOf(username) {
      const folded = username.toLowerCase();
      const kept = names.get(folded) ?? { name: find(folded) };
      names.set(folded, kept);
      return kept.name;
    },
  };

  function find(folded: string): string | undefined {
    const row = store.get<{ id: number }>('select id from users where username_lower = ?', folded);
    return row && known(row.id)?.name;
  }
}

/** Addresses that Discourse makes up for people without one end in `.invalid`. */
function realAddress(email: string | null): string | undefined {
  const address = addressIn(email);
  return address?.toLowerCase().endsWith('.invalid') ? undefined : address;
}

function isLater(until: string | null, now: Date): boolean {
  return until !== null && !(Date.parse(`${until.replace(' ', 'T')}Z`) <= now.getTime());
}
