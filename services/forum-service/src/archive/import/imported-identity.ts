import type { Secret } from '@guidepost/postgres';
import { foldEmail } from '../../model/email.ts';
import { createIdentityHash } from '../../posters/identity.ts';
import type { ArchivedAuthor } from './archived-dialog.ts';

/** What people of an archive are known by: hashes as hexadecimal digits. */
export interface ImportedIdentities {
  /** Whose posts are joined: an archive knows no senders, so those with the same e-mail address and name. */
  poster(author: ArchivedAuthor): string;
  /** Who has voted. The same person does not vote again after the import. */
  voter(author: ArchivedAuthor): string;
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
