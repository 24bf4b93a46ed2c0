-- A dialog that does not wait for an editor, with its public tags by name and, the oldest first, $4 of its comments after
-- the first $3. They are found on an index; the comments themselves are read for the page alone. Of texts there is as much
-- as descriptions can need.
select ${dialog:raw}, left(d.text, 1000) as text,
  (
    select coalesce(json_agg(t.name order by t.name, t.id), '[]')
    from dialog_tags x
    join tags t on t.forum_id = x.forum_id and t.id = x.tag_id
    where x.forum_id = d.forum_id and x.dialog_id = d.id and t.is_public
  ) as tags,
  (
    select coalesce(json_agg(shown order by shown.place), '[]')
    from (
      select section.place, left(c.text, 1000) as text, ${comment:raw}
      from (
        select s.id, row_number() over (order by s.pub_date, s.id) as place
        from comments s
        where s.forum_id = d.forum_id and s.dialog_id = d.id and not s.held
        order by s.pub_date, s.id
        limit $4 offset $3
      ) section
      join comments c on c.forum_id = d.forum_id and c.id = section.id
    ) shown
  ) as comments
from dialogs d
where d.forum_id = $1 and d.id = $2 and not d.held
