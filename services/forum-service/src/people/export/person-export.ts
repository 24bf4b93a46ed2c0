import { type Executor, inSnapshot, preparedStatement } from '@guidepost/postgres';
import { requireForum } from '../../forums/find-forum.ts';
import { namedForums } from '../../forums/named-forums.ts';
import type { Person } from '../../model/person.ts';
import { findPosters } from '../../posters/find-posters.ts';
import { type AttachedFile, listFilesOfPerson } from '../files.ts';

/** All data about a person: stored rows by kind. */
export interface PersonExport {
  email: string;
  exported_at: Date;
  forums: PersonInForum[];
}

export interface PersonInForum extends Record<Kind | KindByEmail, object[]> {
  slug: string;
  files: AttachedFile[];
}

const KINDS = ['dialogs', 'comments', 'originals', 'votes', 'reports', 'addresses', 'deleted'] as const;
type Kind = (typeof KINDS)[number];

const KINDS_BY_EMAIL = ['follows', 'confirmations', 'sessions', 'blocks'] as const;
type KindByEmail = (typeof KINDS_BY_EMAIL)[number];

const STATEMENTS = {
  dialogs: preparedStatement(new URL('./sql/list-dialogs.sql', import.meta.url)),
  comments: preparedStatement(new URL('./sql/list-comments.sql', import.meta.url)),
  originals: preparedStatement(new URL('./sql/list-originals.sql', import.meta.url)),
  votes: preparedStatement(new URL('./sql/list-votes.sql', import.meta.url)),
  reports: preparedStatement(new URL('./sql/list-reports.sql', import.meta.url)),
  addresses: preparedStatement(new URL('./sql/list-addresses.sql', import.meta.url)),
  deleted: preparedStatement(new URL('./sql/list-deleted.sql', import.meta.url)),
};
const STATEMENTS_BY_EMAIL = {
  follows: preparedStatement(new URL('./sql/list-follows.sql', import.meta.url)),
  confirmations: preparedStatement(new URL('./sql/list-confirmations.sql', import.meta.url)),
  sessions: preparedStatement(new URL('./sql/list-sessions.sql', import.meta.url)),
  blocks: preparedStatement(new URL('./sql/list-blocks.sql', import.meta.url)),
};

/** Reads a consistent snapshot of a person's data, in one forum or all. @throws AppError `not-found` */
export function exportPerson(
  database: Executor,
  person: Person,
  slug: string | undefined,
): Promise<PersonExport> {
  return inSnapshot(database, async (snapshot) => {
    const forums: PersonInForum[] = [];
    for (const { slug: name } of await namedForums(snapshot, slug)) {
      const found = await findInForum(snapshot, name, person);
      if (found) forums.push(found);
    }
    return { email: person.email, exported_at: new Date(), forums };
  });
}

async function findInForum(
  transaction: Executor,
  slug: string,
  person: Person,
): Promise<PersonInForum | undefined> {
  const forum = await requireForum(transaction, slug);
  const posters = await findPosters(transaction, forum, person);
  const list = (kind: Kind) => transaction.any<object>(STATEMENTS[kind]([forum.id, posters]));
  const listByEmail = (kind: KindByEmail) =>
    transaction.any<object>(STATEMENTS_BY_EMAIL[kind]([forum.id, person.email]));
  const found = {
    slug,
    dialogs: await list('dialogs'),
    comments: await list('comments'),
    originals: await list('originals'),
    votes: await list('votes'),
    reports: await list('reports'),
    addresses: await list('addresses'),
    deleted: await list('deleted'),
    follows: await listByEmail('follows'),
    confirmations: await listByEmail('confirmations'),
    sessions: await listByEmail('sessions'),
    files: await listFilesOfPerson(transaction, forum, person.email),
    blocks: await listByEmail('blocks'),
  };
  return ([...KINDS, ...KINDS_BY_EMAIL, 'files'] as const).some((kind) => found[kind].length > 0)
    ? found
    : undefined;
}
