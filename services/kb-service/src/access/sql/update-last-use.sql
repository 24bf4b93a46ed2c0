-- Instances write in any order; the latest use wins.
update access_keys k
set last_used_at = u.at
from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) as u (knowledge_base_id, id, at)
where k.knowledge_base_id = u.knowledge_base_id and k.id = u.id
  and u.at > coalesce(k.last_used_at, '-infinity')
