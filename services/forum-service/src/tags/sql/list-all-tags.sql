select t.name, t.is_public, t.dialogs,
  (
    select count(*) from dialog_tags x where x.forum_id = $1 and x.tag_id = t.id and x.archived
  ) as archived_dialogs
from tags t
where t.forum_id = $1
order by t.name collate ${collation:raw}, t.id
