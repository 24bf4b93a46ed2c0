-- What has the address ($2 finds it) in one of its texts. Most have none at all, which is quicker to see.
select o.${id:raw} as id
from ${table:raw} o
where o.forum_id = $1 and strpos(${texts:raw}, '@') > 0 and ${texts:raw} ~* $2
order by o.${id:raw}
