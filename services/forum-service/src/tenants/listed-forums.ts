import { type Database, sql } from '@guidepost/postgres';

export interface ListedForum {
  slug: string;
  /** Empty without one of its own. */
  host: string;
  name: string;
  formal_name: string;
  language: string;
}

const list = sql`
  -- Across tenants: lists tenants, for the front page or an operator.
  -- For the front page: forums with visible dialogs, by name.
  select f.slug, f.host, f.name, f.formal_name, f.language
  from forums f
  where exists (
    select
    from topic_counts t
    where t.forum_id = f.id and not t.archived and t.dialogs > 0
  )
    and not exists (select from tenant_moves m where m.tenant_id = f.account_id and m.state = 'moved')
  order by f.name collate order_root, f.slug
  limit $1
`;

/** Up to `most` forums with visible dialogs, by name. */
export function listNonEmptyForums(database: Database, most: number): Promise<ListedForum[]> {
  return database.any<ListedForum>(list([most]));
}
