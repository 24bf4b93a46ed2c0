import type { Secret } from '@guidepost/postgres';
import { LRUCache } from 'lru-cache';
import { foldEmail } from '../../model/email.ts';
import { createIdentityHash } from '../../model/identity.ts';
import type { Person } from './archived-dialog.ts';

/** Identities of people in an archive, as hexadecimal hashes. */
export interface ImportedIdentities {
  /** Same e-mail address and name means the same poster, since archives have no senders. */
  poster(person: Person): string;
  /** Prevents a second vote after the import. */
  voter(person: Person): string;
}

/** Most people in an archive write more than once, and hashing took a third of the time of reading it. */
const MAX_KNOWN = 10_000;

export async function createImportedIdentities(secret: Secret, forumId: number): Promise<ImportedIdentities> {
  const hash = createIdentityHash(await secret(), forumId);
  const known = new LRUCache<string, string, readonly (string | null)[]>({
    max: MAX_KNOWN,
    memoMethod: (_key, _stale, { context }) => hash(...context).toString('hex'),
  });
  const named = (...parts: (string | null)[]) => known.memo(JSON.stringify(parts), { context: parts });
  return {
    poster: ({ email, name }) => named('imported', email && foldEmail(email), name),
    voter: ({ email, name }) =>
      email === null ? named('imported person', name) : named('person', foldEmail(email)),
  };
}
