import type { Secret } from '@guidepost/postgres';
import { foldEmail } from '../../model/email.ts';
import { createIdentityHash } from '../../posters/identity.ts';
import type { Person } from './archived-dialog.ts';

/** Identities of people in an archive, as hexadecimal hashes. */
export interface ImportedIdentities {
  /** Same e-mail address and name means the same poster, since archives have no senders. */
  poster(person: Person): string;
  /** Prevents a second vote after the import. */
  voter(person: Person): string;
}

export async function createImportedIdentities(secret: Secret, forumId: number): Promise<ImportedIdentities> {
  const hash = createIdentityHash(await secret(), forumId);
  const named = (...parts: (string | null)[]) => hash(...parts).toString('hex');
  return {
    poster: ({ email, name }) => named('imported', email && foldEmail(email), name),
    voter: ({ email, name }) =>
      email === null ? named('imported person', name) : named('person', foldEmail(email)),
  };
}
