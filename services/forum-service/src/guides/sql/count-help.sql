-- $1 forum, $2 address, $3 title: one more time today.
insert into helpful_guides as h (forum_id, day, address, title, times)
values ($1, (now() at time zone 'utc')::date, $2, $3, 1)
on conflict (forum_id, day, address) do update
set times = h.times + 1, title = excluded.title
