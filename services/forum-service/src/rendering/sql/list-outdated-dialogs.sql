-- Dialogs with HTML older than renderer $1; skips rows locked by other instances or writers.
select o.forum_id, f.slug, f.host, o.id, o.text, o.markdown
from dialogs o
join forums f on f.id = o.forum_id
where o.renderer < $1
order by o.renderer
limit $2
for no key update of o skip locked
