-- $2 person
select s.id, s.browser, s.created_at, s.last_used_at
from member_sessions s
where s.forum_id = $1 and s.person = $2
  and s.last_used_at > now() - interval '30 days'
  and s.created_at > now() - interval '180 days'
order by s.last_used_at desc, s.id desc
