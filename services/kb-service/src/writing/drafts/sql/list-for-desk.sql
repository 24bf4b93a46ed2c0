-- A page of the guides for which all of these hold, unless they are null: search has found them ($9, the best
-- first), or each of the words $2 is in the title or the slug; in the state $3; in the category $4; with the tag $5;
-- changed last by $6; due for review, if $7; owned by the person $8; with the mark $14 in the language $13. Drafts
-- count as their guides, whose owners and reviews are those of the main language $12.
select g.id, g.slug, g.published, g.edit_revision as revision, d.guide_id is not null as has_draft, d.state as draft_state, d.publish_at,
  coalesce(nullif(d.title, ''), g.title) as title, coalesce(g.changed_at, g.updated_at) as changed_at, g.changed_by,
  coalesce(v.upvotes, 0) as upvotes, coalesce(v.downvotes, 0) as downvotes,
  coalesce(r.views, 0) as views, coalesce(next_review(w.reviewed_on, w.review_months) <= (now() at time zone 'UTC')::date, false) as is_due, f.total,
  array(
    select c.name
    from unnest(coalesce(d.category_ids, array(
      select m.category_id from guide_categories m where m.knowledge_base_id = $1 and m.guide_id = g.id
    ))) as chosen (id)
    join categories c on c.knowledge_base_id = $1 and c.id = chosen.id
    order by c.position, c.id
  ) as categories
from (
  select g.id, count(*) over () as total
  from guides g
  left join guide_drafts d on d.knowledge_base_id = $1 and d.guide_id = g.id
  left join guide_vote_counts v on v.knowledge_base_id = $1 and v.guide_id = g.id
  left join guide_recent_views r on r.knowledge_base_id = $1 and r.guide_id = g.id
  left join guide_reviews w on w.knowledge_base_id = $12 and w.guide_id = g.id
  left join unnest($9::bigint[]) with ordinality as found (id, place) on found.id = g.id
  where g.knowledge_base_id = $1
    and ($2::text[] is null or found.place is not null or not exists (
      select from unnest($2::text[]) as word (text)
      where position(word.text in lower(g.title || ' ' || g.slug || ' ' || coalesce(d.title, ''))) = 0
    ))
    and ($3::text is null or $3 = case
      when d.state in ('proposed', 'scheduled') then d.state
      when g.published then 'published'
      else 'draft'
    end)
    and ($4::bigint is null or case
      when d.guide_id is null then exists (
        select from guide_categories m
        where m.knowledge_base_id = $1 and m.category_id = $4 and m.guide_id = g.id
      )
      else $4 = any(d.category_ids)
    end)
    and ($5::bigint is null or exists (
      select from guide_tags m
      where m.knowledge_base_id = $1 and m.tag_id = $5 and m.guide_id = g.id
    ))
    and ($6::text is null or g.changed_by = $6)
    and ($7::boolean is null or next_review(w.reviewed_on, w.review_months) <= (now() at time zone 'UTC')::date)
    and ($8::bigint is null or w.owner_id = $8)
    and ($13::text is null or g.id in (
      ${marked}
    ))
  order by ${order}
  limit $10 offset $11
) f
-- The limit has these read one by one, which a join would not.
cross join lateral (select * from guides g where g.knowledge_base_id = $1 and g.id = f.id limit 1) g
left join guide_drafts d on d.knowledge_base_id = $1 and d.guide_id = g.id
left join guide_vote_counts v on v.knowledge_base_id = $1 and v.guide_id = g.id
left join guide_recent_views r on r.knowledge_base_id = $1 and r.guide_id = g.id
left join guide_reviews w on w.knowledge_base_id = $12 and w.guide_id = g.id
left join unnest($9::bigint[]) with ordinality as found (id, place) on found.id = g.id
order by ${order}
