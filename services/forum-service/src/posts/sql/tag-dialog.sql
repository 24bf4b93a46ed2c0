-- Adds the tags $3 (folded $4) to the locked dialog $2, and locks the tags in order of folded name.
with dialog as (
  select d.id, d.archived, d.pub_date
  from dialogs d
  where d.forum_id = $1 and d.id = $2
),
tag as (
  insert into tags as t (forum_id, name, folded_name, dialogs)
  select $1, n.name, n.folded, (not d.archived)::integer
  from dialog d
  cross join unnest($3::text[], $4::text[]) as n (name, folded)
  where not exists (
    select
    from tags k
    join dialog_tags x on x.forum_id = k.forum_id and x.tag_id = k.id
    where k.forum_id = $1 and k.folded_name = n.folded and x.dialog_id = d.id
  )
  order by n.folded collate "C"
  on conflict (forum_id, folded_name) do update set dialogs = t.dialogs + excluded.dialogs
  returning id, name
),
tagged as (
  insert into dialog_tags (forum_id, dialog_id, tag_id, archived, pub_date)
  select $1, d.id, t.id, d.archived, d.pub_date
  from dialog d
  cross join tag t
  returning tag_id
)
select t.name
from tag t
cross join (select count(*) from tagged) done
order by t.name
