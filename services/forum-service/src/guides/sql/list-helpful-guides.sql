-- $1 forum, $2 since or null, $3 limit: the guides that helped most, with their latest title.
select h.address, (array_agg(h.title order by h.day desc))[1] as title, sum(h.times)::integer as times
from helpful_guides h
where h.forum_id = $1 and ($2::timestamptz is null or h.day >= ($2::timestamptz at time zone 'utc')::date)
group by h.address
order by times desc, h.address
limit $3
