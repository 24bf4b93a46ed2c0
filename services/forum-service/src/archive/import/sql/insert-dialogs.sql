-- $1 forum, $2 renderer, $3 an array of objects
insert into dialogs (forum_id, id, topic, title, text, markdown, text_html, renderer, pub_date, last_activity, num_comments,
  num_votes, views, state, former_state, archived, held, poster_id, author_name, work_title, confirmed, metadata,
  content_hash)
select $1, d.id, d.topic, d.title, d.text, d.markdown, d.text_html, $2, d.pub_date, d.last_activity, d.num_comments,
  d.num_votes, d.views, d.state, d.former_state, d.archived, d.held, d.poster_id, d.author_name, d.work_title, d.confirmed,
  d.metadata, decode(d.content_hash, 'hex')
from json_to_recordset($3) as d (
  id bigint, topic text, title text, text text, markdown boolean, text_html text, pub_date timestamptz, last_activity timestamptz,
  num_comments integer, num_votes integer, views bigint, state text, former_state text, archived boolean, held boolean, poster_id bigint,
  author_name text, work_title text, confirmed boolean, metadata jsonb, content_hash text
)
order by d.id
