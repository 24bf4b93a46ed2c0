-- Drafts of the guides $2 follow: with the tags named $3, without those named $4.
update guide_drafts d
set tag_names = array(
  select n.name
  from unnest(d.tag_names || array(select a.name from unnest($3::text[]) as a (name) where a.name <> all(d.tag_names)))
    with ordinality as n (name, place)
  where n.name <> all($4::text[])
  order by n.place
)
where d.knowledge_base_id = $1 and d.guide_id = any($2::bigint[])
