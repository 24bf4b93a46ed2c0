-- Visible dialogs per topic, and the $2 most used public tags.
select
  (
    select coalesce(json_object_agg(c.topic, c.dialogs), '{}')
    from topic_counts c
    where c.forum_id = $1 and not c.archived
  ) as counts,
  (
    select coalesce(json_agg(json_build_object('name', m.name, 'dialogs', m.dialogs)), '[]')
    from (
      select t.id, t.name, t.dialogs
      from tags t
      where t.forum_id = $1 and t.is_public and t.dialogs > 0
      order by t.dialogs desc, t.name, t.id
      limit $2
    ) m
  ) as tags
