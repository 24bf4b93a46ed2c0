-- Texts whose HTML an older renderer than $1 made; not those that another instance is at, or that somebody is writing.
select o.forum_id, f.slug, o.id, o.text
from ${table:raw} o
join forums f on f.id = o.forum_id
where o.renderer < $1
order by o.renderer
limit $2
for no key update of o skip locked
