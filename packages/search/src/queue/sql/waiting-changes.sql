select 'postgresql' as label, count(*) as value
from search_queue
where set_aside is null
union all
select i.name, count(b.change)
from search_indexes i
left join search_backlog b on b.index_id = i.id and b.set_aside is null
group by i.name
