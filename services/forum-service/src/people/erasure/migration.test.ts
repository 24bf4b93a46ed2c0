import { migrate } from '@guidepost/postgres';
import { expect, it } from '@jest/globals';
import { MIGRATIONS } from '../../schema.ts';
import { openEarlierDatabase } from '../../testing/earlier-database.ts';

/** A forum as the version before left it: who posted from where was not written down. */
const BEFORE = `
  insert into accounts (name) values ('a');
  insert into forums (account_id, slug, name, formal_name, default_topic) select id, 'help', 'a', 'a', 'Q' from accounts;
  insert into posters (forum_id, identity) select f.id, sha256(n::text::bytea) from forums f, generate_series(1, 4) n;
  insert into dialogs (forum_id, id, topic, title, text, text_html, renderer, poster_id, author_name)
    select id, 7, 'Q', 'a', 'a', 'a', 1, 1, 'a' from forums;
  insert into comments (forum_id, id, dialog_id, text, text_html, renderer, poster_id, author_name)
    select id, 8, 7, 'a', 'a', 1, 2, 'a' from forums;
  insert into votes (forum_id, dialog_id, voter, poster_id, author_name, voted_at)
    select id, 7, sha256('3'), 3, 'a', timestamptz '2026-01-03' from forums union all
    select id, 7, sha256('4'), 4, 'a', timestamptz '2026-01-04' from forums;
  insert into reports (forum_id, dialog_id, reporter, poster_id, author_name, reason, reported_at)
    select id, 7, sha256('4'), 4, 'a', 'a', timestamptz '2026-01-05' from forums;
  insert into post_addresses (forum_id, dialog_id, comment_id, kind, claimed, sender, posted_at)
    select f.id, 7, a.comment, a.kind, '192.0.2.1', '192.0.2.1', a.at from forums f, (values
      (null, 'dialog', '2026-01-01'::timestamptz), (8, 'comment', '2026-01-02'), (null, 'vote', '2026-01-03'),
      (null, 'vote', '2026-01-04'), (null, 'report', '2026-01-05'), (null, 'vote', '2026-01-06')
    ) a (comment, kind, at)`;

it('addresses and posters of earlier versions are given their owners, as far as that can be told', async () => {
  const { database, drop } = await openEarlierDatabase('0006');
  await database.none(BEFORE);
  expect(await migrate(database, MIGRATIONS)).toContain('0006-erasure.sql');
  const posters = await database.map(
    'select poster_id from post_addresses order by posted_at',
    [],
    ({ poster_id }) => poster_id,
  );
  expect(posters).toEqual([1, 2, 3, 4, 4, null]);
  expect(await database.one('select count(*) from posters where claim = identity')).toEqual({ count: 4 });
  await drop();
});
