-- Those of the dialogs $2 that match each of the filters that the arrays $3 to $10 have, in their order. All filters
-- are answered at once: each dialog is looked up once, and its assignee, answers and tags only if a filter that fits
-- otherwise asks for them. With an offset, each is looked up: else the planner may read all answers, or all dialogs
-- with a tag.
with filters as materialized (
  select *
  from unnest(
    $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::boolean[], $8::text[], $9::integer[], $10::boolean[]
  ) with ordinality as v (topic, state, person, assignee, answered, tag, days, snoozed, number)
),
dialog_facts as materialized (
  select f.place, d.id, fitting.numbers,
    case when fitting.by_assignee then coalesce(
      (select a.person_id from assignments a where a.forum_id = $1 and a.dialog_id = d.id), 0
    ) end as assignee,
    case when fitting.by_answer then exists (
      select from comments c where c.forum_id = $1 and c.dialog_id = d.id and c.is_org_reply and not c.held
      offset 0
    ) end as answered,
    case when fitting.by_tag then array(
      select t.folded_name
      from dialog_tags x
      join tags t on t.forum_id = $1 and t.id = x.tag_id
      where x.forum_id = $1 and x.dialog_id = d.id
      offset 0
    ) end as tags
  from unnest($2::bigint[]) with ordinality as f (id, place)
  cross join lateral (select * from dialogs o where o.forum_id = $1 and o.id = f.id offset 0) d
  cross join lateral (
    select array_agg(v.number) as numbers, bool_or(v.assignee is not null) as by_assignee,
      bool_or(v.answered is not null) as by_answer, bool_or(v.tag is not null) as by_tag
    from filters v
    where (v.topic is null or d.topic = v.topic)
      and (v.state is null or d.state = v.state)
      and (v.person is null or d.poster_id = v.person)
      and (v.days is null or d.pub_date > now() - make_interval(days => v.days))
      and (v.snoozed is null or d.waiting_since > now())
  ) fitting
  where fitting.numbers is not null
)
select v.number::integer as number, array_agg(f.id order by f.place) as ids
from dialog_facts f
join filters v on v.number = any(f.numbers)
where (v.assignee is null or f.assignee = v.assignee)
  and (v.answered is null or f.answered = v.answered)
  and (v.tag is null or v.tag = any(f.tags))
group by v.number
