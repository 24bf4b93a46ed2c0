-- $1 renderer; $2 forums, $3 ids and $4 HTML.
update comments o
set text_html = rendered.html, renderer = $1
from unnest($2::bigint[], $3::bigint[], $4::text[]) as rendered (forum_id, id, html)
where o.forum_id = rendered.forum_id and o.id = rendered.id
