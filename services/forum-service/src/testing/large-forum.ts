import type { Database } from '@guidepost/postgres';

export interface LargeForum {
  dialogs: number;
  /** All on the first dialog; every tenth is held. */
  comments: number;
}

/**
 * Fills an empty forum quickly: half of the dialogs are questions, a third is answered, a tenth archived, half has the
 * tag `common`, and some have one of 2,000 other tags.
 */
export async function fillForum(
  database: Database,
  forumId: number,
  { dialogs, comments }: LargeForum,
): Promise<void> {
  await database.tx(async (transaction) => {
    await transaction.none(
      `insert into posters (forum_id, id, identity) overriding system value
       select $1, n, sha256(n::text::bytea) from generate_series(1, 500) n`,
      [forumId],
    );
    await transaction.none(
      `insert into dialogs (forum_id, id, topic, title, text, text_html, renderer, pub_date, last_activity, num_comments,
         num_votes, views, state, archived, poster_id, author_name)
       select $1, n, (array['Q', 'Q', 'P', 'Q', 'S', 'B'])[1 + n % 6], md5('title' || n), md5('text' || n) || repeat(' x', 300),
         '<p>' || repeat('x ', 300) || '</p>', 1, now() - interval '1 minute' * (n * 7919::bigint % $2),
         now() - interval '1 minute' * (n * 104729::bigint % $2), n * 31 % 50, n * 37 % 200, n * 41 % 10000,
         case when n % 3 = 0 then 'answered' when n % 1000 = 1 then 'planned' end, n % 10 = 9,
         1 + n * 17 % 500, md5('name' || n % 1000)
       from generate_series(1, $2) n`,
      [forumId, dialogs],
    );
    await transaction.none(
      `insert into topic_counts (forum_id, archived, topic, dialogs)
       select forum_id, archived, topic, count(*) from dialogs where forum_id = $1 group by 1, 2, 3`,
      [forumId],
    );
    await transaction.none(
      `insert into tags (forum_id, name, folded_name)
       select $1, name, name from (select 'common' union all select 'tag ' || n from generate_series(1, 2000) n) t (name)`,
      [forumId],
    );
    // Statistics of another forum alone make the join below read every tag for every dialog.
    await transaction.none('analyze dialogs, tags');
    await transaction.none(
      `insert into dialog_tags (forum_id, dialog_id, tag_id, archived, pub_date)
       select $1, d.id, t.id, d.archived, d.pub_date
       from dialogs d cross join lateral (values ('common'), ('tag ' || d.id)) of (name)
         join tags t on t.forum_id = $1 and t.folded_name = of.name
       where d.forum_id = $1 and d.id % 4 < 2`,
      [forumId],
    );
    await transaction.none(
      `update tags t set dialogs = (
         select count(*) from dialog_tags x where x.forum_id = $1 and x.tag_id = t.id and not x.archived
       ) where t.forum_id = $1`,
      [forumId],
    );
    await transaction.none(
      `insert into comments (forum_id, id, dialog_id, text, text_html, renderer, pub_date, held, poster_id, author_name)
       select $1, n, 1, 'x', '<p>' || repeat('x ', 100) || '</p>', 1, now() - interval '1 minute' * (n * 7919::bigint % $2),
         n % 10 = 9, 1 + n * 17 % 500, md5('name' || n % 100)
       from generate_series(1, $2) n`,
      [forumId, comments],
    );
    await transaction.none(
      `insert into helpful_votes (forum_id, dialog_id, comment_id, voter)
       select $1, 1, n, sha256(n::text::bytea) from generate_series(1, least($2, 2000)) n`,
      [forumId, comments],
    );
  });
}
