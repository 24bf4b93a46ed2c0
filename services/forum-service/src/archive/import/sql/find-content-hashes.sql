select encode(d.content_hash, 'hex') as hash
from unnest($2::text[]) as h (hash)
join dialogs d on d.forum_id = $1 and d.content_hash = decode(h.hash, 'hex')
