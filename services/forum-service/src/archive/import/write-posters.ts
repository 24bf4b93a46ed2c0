import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { ArchivedAuthor } from './archived-dialog.ts';
import type { SettledDialog } from './ids.ts';

export interface Writing {
  forumId: number;
  dialogs: readonly SettledDialog[];
}

export interface Posters {
  idOf(author: ArchivedAuthor): number;
}

const insert = sql`
  -- $1 forum, $2 identities, $3 e-mail addresses. Sorted, so that concurrent imports do not deadlock.
  insert into posters (forum_id, identity, email)
  select $1, w.identity, w.email
  from (select decode(u.identity, 'hex'), u.email from unnest($2::text[], $3::text[]) as u (identity, email)) as w (identity, email)
  where not exists (select from posters p where p.forum_id = $1 and p.identity = w.identity)
  order by w.identity
  on conflict (forum_id, identity) do nothing
`;
const find = sql`
  -- Locked, so that erasure cannot delete them before they are referenced.
  select p.id, encode(p.identity, 'hex') as identity
  from posters p
  where p.forum_id = $1 and p.identity in (select decode(u.identity, 'hex') from unnest($2::text[]) as u (identity))
  order by p.identity
  for key share of p
`;

/** Finds or creates the posters of all authors and voters. */
export async function writePosters(transaction: Executor, { forumId, dialogs }: Writing): Promise<Posters> {
  const emails = new Map<string, string | null>();
  for (const dialog of dialogs) {
    for (const { poster, email } of [dialog, ...dialog.comments, ...dialog.votes]) emails.set(poster, email);
  }
  const columns = [[...emails.keys()], [...emails.values()]];
  await transaction.none(insert([forumId, ...columns]));
  const rows = await transaction.any<{ id: number; identity: string }>(find([forumId, [...emails.keys()]]));
  const ids = new Map(rows.map(({ id, identity }) => [identity, id]));
  return {
    idOf({ poster }) {
      const id = ids.get(poster);
      if (id === undefined) throw new AppError('internal', 'A poster was not written.');
      return id;
    },
  };
}
