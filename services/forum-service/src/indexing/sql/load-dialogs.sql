-- The indexed content of dialogs. Reads visible comments, newest first, up to $3 bytes and $4 comments, so that a
-- dialog with a hundred thousand comments takes no longer than others.
select d.id, d.title, d.text, d.archived,
  coalesce((
    select string_agg(c.text, E'\n' order by c.pub_date desc, c.id desc)
    from (
      select n.id, n.pub_date, n.text,
        sum(octet_length(n.text)) over (order by n.pub_date desc, n.id desc) - octet_length(n.text) as bytes_before
      from (
        select m.id, m.pub_date, m.text
        from comments m
        where m.forum_id = d.forum_id and m.dialog_id = d.id and not m.held
        order by m.pub_date desc, m.id desc
        limit $4
      ) n
    ) c
    where c.bytes_before < $3
  ), '') as comments,
  array(
    select t.folded_name
    from dialog_tags x
    join tags t on t.forum_id = x.forum_id and t.id = x.tag_id
    where x.forum_id = d.forum_id and x.dialog_id = d.id
    order by t.folded_name
  ) as tags
from dialogs d
where d.forum_id = $1 and d.id = any($2)
order by d.id
