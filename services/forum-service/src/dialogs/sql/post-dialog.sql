-- A new dialog, with all that comes with it or not at all: no row when the sender is blocked, a violation of
-- dialogs.content_hash when the forum has the dialog already.
-- $1 forum, $2 poster's identity, $3 e-mail, $4 the same folded, $5 claimed address, $6 sender, $7 name, $8 work title,
-- $9 topic, $10 title, $11 text, $12 HTML, $13 renderer, $14 content hash, $15 metadata, $16 archived, $17 hold,
-- $18 tags, $19 the same folded
with allowed as (
  select $1::bigint as forum_id
  where not exists (
    select
    from blocked_senders b
    where b.forum_id = $1 and (b.email = $4 or b.address >>= $5::inet or b.address >>= $6::inet)
  )
),
known as (
  -- Locked, so that nobody erases the poster meanwhile.
  select p.id
  from allowed
  join posters p on p.forum_id = $1 and p.identity = $2
  for key share of p
),
added as (
  insert into posters (forum_id, identity, email)
  select $1, $2, $3
  from allowed
  where not exists (select from known)
  -- Another post of the same poster was quicker.
  on conflict (forum_id, identity) do update set identity = excluded.identity
  returning id
),
poster as (
  select
    p.id,
    $17::text = 'always' or $17::text = 'new' and not exists (
      select from dialogs d where d.forum_id = $1 and d.poster_id = p.id and not d.held
    ) and not exists (
      select from comments c where c.forum_id = $1 and c.poster_id = p.id and not c.held
    ) as held
  from (select id from known union all select id from added) p
),
dialog as (
  insert into dialogs (forum_id, topic, title, text, text_html, renderer, archived, held, poster_id, author_name,
    work_title, metadata, content_hash)
  select $1, $9, $10, $11, $12, $13, $16::boolean or p.held, p.held, p.id, $7, $8, $15::jsonb, $14
  from poster p
  returning id, archived, held, pub_date
),
address as (
  insert into post_addresses (forum_id, dialog_id, kind, claimed, sender)
  select $1, id, 'dialog', $5::inet, $6::inet
  from dialog
  returning 1
),
tag as (
  insert into tags as t (forum_id, name, folded_name, dialogs)
  select $1, n.name, n.folded, (not d.archived)::integer
  from dialog d
  cross join unnest($18::text[], $19::text[]) as n (name, folded)
  order by n.folded collate "C"
  on conflict (forum_id, folded_name) do update set dialogs = t.dialogs + excluded.dialogs
  returning id
),
tagged as (
  insert into dialog_tags (forum_id, dialog_id, tag_id, archived, pub_date)
  select $1, d.id, t.id, d.archived, d.pub_date
  from dialog d
  cross join tag t
  returning 1
),
-- Each of the following waits for what comes before, so that locks are taken in their order.
queued as (
  select queue_for_search($1, array[d.id]) as documents
  from dialog d
  cross join (select count(*) from address) a
  cross join (select count(*) from tagged) t
),
counted as (
  insert into topic_counts as c (forum_id, archived, topic, dialogs)
  select $1, d.archived, $9, q.documents
  from dialog d
  cross join queued q
  on conflict (forum_id, archived, topic) do update set dialogs = c.dialogs + 1
  returning 1
),
bumped as (
  update forums f
  set revision = f.revision + 1
  from counted
  where f.id = $1
  returning f.revision
)
select d.id, d.held, b.revision, pg_notify('guidepost', concat_ws(':', 'forum', $1::bigint, b.revision))
from dialog d
cross join bumped b
