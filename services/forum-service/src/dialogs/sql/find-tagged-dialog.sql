-- A dialog, held or not, with its tags.
select ${columns:raw},
  (
    select coalesce(
      json_agg(json_build_object('name', t.name, 'dialogs', t.dialogs, 'is_public', t.is_public)),
      '[]'
    )
    from dialog_tags x
    join tags t on t.forum_id = x.forum_id and t.id = x.tag_id
    where x.forum_id = d.forum_id and x.dialog_id = d.id
  ) as tags
from dialogs d
where d.forum_id = $1 and d.id = $2
