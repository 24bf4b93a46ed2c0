-- Rows with the address (pattern $2) in a text. Most contain no address at all, which is checked first.
select o.${id:raw} as id
from ${table:raw} o
where o.forum_id = $1 and strpos(${texts:raw}, '@') > 0 and ${texts:raw} ~* $2
order by o.${id:raw}
