-- Adds the days of the months that ended before $1 to their first days, and deletes months before that of $2.
with old as (
  delete from guide_views
  where day < date_trunc('month', $1::date) and day <> date_trunc('month', day)
    or day < date_trunc('month', $2::date)
  returning knowledge_base_id, guide_id, date_trunc('month', day)::date as month, day, views
)
insert into guide_views as present (knowledge_base_id, guide_id, day, views)
select knowledge_base_id, guide_id, month, sum(views)
from old
where day >= date_trunc('month', $2::date)
group by knowledge_base_id, guide_id, month
order by knowledge_base_id, guide_id, month
on conflict (knowledge_base_id, guide_id, day) do update set views = present.views + excluded.views
