-- How many guides are in which state.
select count(*) as "all",
  count(*) filter (where s.state = 'published') as published,
  count(*) filter (where s.state = 'draft') as draft,
  count(*) filter (where s.state = 'proposed') as proposed,
  count(*) filter (where s.state = 'scheduled') as scheduled,
  count(*) filter (where s.has_draft) as changed
from (
  select d.guide_id is not null as has_draft,
    case
      when d.state in ('proposed', 'scheduled') then d.state
      when g.published then 'published'
      else 'draft'
    end as state
  from guides g
  left join guide_drafts d on d.knowledge_base_id = $1 and d.guide_id = g.id
  where g.knowledge_base_id = $1
) s
