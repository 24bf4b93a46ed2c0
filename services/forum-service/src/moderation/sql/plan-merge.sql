-- Numbers of all that moves from the dialog $2 to the dialog $3, before it does; what both have stays with $2.
select json_build_object(
  'id', s.id,
  'accepted', s.accepted_comment,
  'views', s.views,
  'earlierVotes', s.earlier_votes,
  'waitedSince', t.waiting_since,
  'comments', array(select c.id from comments c where c.forum_id = $1 and c.dialog_id = $2 order by c.id),
  'notes', array(select n.id from notes n where n.forum_id = $1 and n.dialog_id = $2 order by n.id),
  'followers', array(
    select f.id
    from followers f
    where f.forum_id = $1 and f.dialog_id = $2
      and not exists (select from followers o where o.forum_id = $1 and o.dialog_id = $3 and o.person = f.person)
    order by f.id
  ),
  'voters', array(
    select v.poster_id
    from votes v
    where v.forum_id = $1 and v.dialog_id = $2
      and not exists (select from votes o where o.forum_id = $1 and o.dialog_id = $3 and o.voter = v.voter)
    order by v.poster_id
  ),
  'senders', array(
    select a.id
    from post_addresses a
    where a.forum_id = $1 and a.dialog_id = $2 and (a.kind in ('vote', 'comment') or a.comment_id is not null)
    order by a.id
  ),
  'ownSenders', array(
    select a.id from post_addresses a where a.forum_id = $1 and a.dialog_id = $2 and a.kind = 'dialog' order by a.id
  ),
  'addresses', array(select a.id from addresses a where a.forum_id = $1 and a.dialog_id = $2 order by a.id),
  'merged', array(select m.id from merged_dialogs m where m.forum_id = $1 and m.dialog_id = $2 order by m.id),
  'tags', array(
    select x.tag_id
    from dialog_tags x
    where x.forum_id = $1 and x.dialog_id = $2
      and not exists (select from dialog_tags y where y.forum_id = $1 and y.dialog_id = $3 and y.tag_id = x.tag_id)
    order by x.tag_id
  ),
  'assignee', (
    select a.person_id
    from assignments a
    where a.forum_id = $1 and a.dialog_id = $2
      and not exists (select from assignments o where o.forum_id = $1 and o.dialog_id = $3)
  )
) as plan
from dialogs s
join dialogs t on t.forum_id = $1 and t.id = $3
where s.forum_id = $1 and s.id = $2
