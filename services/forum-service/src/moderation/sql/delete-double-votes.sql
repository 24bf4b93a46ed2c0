-- Votes of people who have voted for both dialogs, and where they came from.
with gone as (
  delete from votes v
  using votes t
  where v.forum_id = $1 and v.dialog_id = $2 and t.forum_id = $1 and t.dialog_id = $3 and t.voter = v.voter
  returning v.poster_id
)
delete from post_addresses a
using gone g
where a.forum_id = $1 and a.dialog_id = $2 and a.kind = 'vote' and a.poster_id = g.poster_id
