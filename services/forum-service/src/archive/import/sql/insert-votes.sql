-- $1 forum, $2 an array of objects
insert into votes (forum_id, dialog_id, voter, poster_id, author_name, voted_at)
select $1, v.dialog_id, decode(v.voter, 'hex'), v.poster_id, v.author_name, v.voted_at
from json_to_recordset($2) as v (
  dialog_id bigint, voter text, poster_id bigint, author_name text, voted_at timestamptz
)
