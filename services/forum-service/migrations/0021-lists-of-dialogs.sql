-- The lists that most readers ask for, in functions of their own, whose plans are kept: planning the parts took longer than
-- reading them. Without sorts, no statistics can lead the planner away from the index of each part.

-- The visible dialogs with these topics, newest first: `most` of them after the first `skipped`.
create function newest_dialogs(of_forum bigint, topics text[], skipped bigint, most bigint)
  returns setof bigint
  language plpgsql stable rows 50
  set plan_cache_mode = force_generic_plan
  set enable_sort = off
as $$
begin
  return query
  select s.id
  from (
    (
      select d.id, d.pub_date
      from dialogs d
      where d.forum_id = of_forum and not d.archived and d.topic = 'Q' and 'Q' = any(topics)
      order by d.pub_date desc, d.id desc
      limit skipped + most
    )
    union all
    (
      select d.id, d.pub_date
      from dialogs d
      where d.forum_id = of_forum and not d.archived and d.topic = 'P' and 'P' = any(topics)
      order by d.pub_date desc, d.id desc
      limit skipped + most
    )
    union all
    (
      select d.id, d.pub_date
      from dialogs d
      where d.forum_id = of_forum and not d.archived and d.topic = 'S' and 'S' = any(topics)
      order by d.pub_date desc, d.id desc
      limit skipped + most
    )
    union all
    (
      select d.id, d.pub_date
      from dialogs d
      where d.forum_id = of_forum and not d.archived and d.topic = 'B' and 'B' = any(topics)
      order by d.pub_date desc, d.id desc
      limit skipped + most
    )
  ) s
  order by s.pub_date desc, s.id desc
  limit most offset skipped;
end
$$;

-- The same, most popular first.
create function popular_dialogs(of_forum bigint, topics text[], skipped bigint, most bigint)
  returns setof bigint
  language plpgsql stable rows 50
  set plan_cache_mode = force_generic_plan
  set enable_sort = off
as $$
begin
  return query
  select s.id
  from (
    (
      select d.id, d.popularity
      from dialogs d
      where d.forum_id = of_forum and not d.archived and d.topic = 'Q' and 'Q' = any(topics)
      order by d.popularity desc, d.id desc
      limit skipped + most
    )
    union all
    (
      select d.id, d.popularity
      from dialogs d
      where d.forum_id = of_forum and not d.archived and d.topic = 'P' and 'P' = any(topics)
      order by d.popularity desc, d.id desc
      limit skipped + most
    )
    union all
    (
      select d.id, d.popularity
      from dialogs d
      where d.forum_id = of_forum and not d.archived and d.topic = 'S' and 'S' = any(topics)
      order by d.popularity desc, d.id desc
      limit skipped + most
    )
    union all
    (
      select d.id, d.popularity
      from dialogs d
      where d.forum_id = of_forum and not d.archived and d.topic = 'B' and 'B' = any(topics)
      order by d.popularity desc, d.id desc
      limit skipped + most
    )
  ) s
  order by s.popularity desc, s.id desc
  limit most offset skipped;
end
$$;
