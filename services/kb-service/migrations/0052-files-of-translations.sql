-- Files of the main language that translations show as well, so that they stay while a translation has them.
create table edition_files (
  -- The main language, whose file it is.
  knowledge_base_id bigint not null,
  file_id bigint not null,
  edition_id bigint not null,
  guide_id bigint not null,
  primary key (knowledge_base_id, file_id, edition_id, guide_id),
  foreign key (knowledge_base_id, file_id) references files (knowledge_base_id, id) on delete cascade,
  foreign key (edition_id, guide_id) references guides (knowledge_base_id, id) on delete cascade
);

create index edition_files_of_guide on edition_files (edition_id, guide_id);

-- A trigger, because no way to write a translation may forget them. What a former version showed stays until the translation
-- is deleted.
create function keep_files_of_translations() returns trigger language plpgsql as $$
declare
  main bigint;
begin
  if position('/files/' in new.content_html) = 0 then
    return null;
  end if;
  select e.edition_of into main from knowledge_bases e where e.id = new.knowledge_base_id;
  if main is null then
    return null;
  end if;
  insert into edition_files (knowledge_base_id, file_id, edition_id, guide_id)
  select distinct main, f.id, new.knowledge_base_id, case tg_table_name
    when 'guides' then (to_jsonb(new) ->> 'id')::bigint
    else (to_jsonb(new) ->> 'guide_id')::bigint
  end
  from regexp_matches(new.content_html, '"/files/([A-Za-z0-9_-]{22})[./]', 'g') as found (token)
  join files f on f.token = found.token[1] and f.knowledge_base_id = main
  on conflict do nothing;
  return null;
end $$;

create trigger guides_keep_files after insert or update of content_html on guides
  for each row execute function keep_files_of_translations();
create trigger guide_drafts_keep_files after insert or update of content_html on guide_drafts
  for each row execute function keep_files_of_translations();

-- docs/decisions/0039-plans-and-statistics.md
alter table edition_files alter column knowledge_base_id set statistics 0;
