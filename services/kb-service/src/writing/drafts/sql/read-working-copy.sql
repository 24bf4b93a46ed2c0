-- The draft of the guide $2 or, without one, the guide itself, beside what readers see.
select g.id, g.edit_revision as revision, g.published, g.missing, d.guide_id is not null as has_draft,
  coalesce(d.title, g.title) as title,
  coalesce(d.slug, g.slug) as slug,
  coalesce(d.content_html, g.content_html) as content_html,
  case
    when d.guide_id is null then array(
      select m.category_id
      from guide_categories m
      join categories c on c.knowledge_base_id = m.knowledge_base_id and c.id = m.category_id
      where m.knowledge_base_id = g.knowledge_base_id and m.guide_id = g.id
      order by c.position, c.id
    )
    else array(
      select c.id
      from unnest(d.category_ids) with ordinality as chosen (id, place)
      join categories c on c.knowledge_base_id = d.knowledge_base_id and c.id = chosen.id
      order by chosen.place
    )
  end as category_ids,
  coalesce(d.tag_names, array(
    select t.name
    from guide_tags m
    join tags t on t.knowledge_base_id = m.knowledge_base_id and t.id = m.tag_id
    where m.knowledge_base_id = g.knowledge_base_id and m.guide_id = g.id
    order by t.name collate "und-x-icu", t.id
  )) as tag_names,
  d.state as draft_state, d.publish_at, d.author_id, d.author_name, d.author_door,
  p.id as proposal_id, p.proposer_id, p.proposer_name, p.proposed_at,
  coalesce(g.changed_at, g.updated_at) as changed_at, g.changed_by,
  g.slug as published_slug
from guides g
left join guide_drafts d on d.knowledge_base_id = g.knowledge_base_id and d.guide_id = g.id
left join guide_proposals p on p.knowledge_base_id = g.knowledge_base_id and p.guide_id = g.id
where g.knowledge_base_id = $1 and g.id = $2
