-- Files of the main language that deleted translations show, so that they stay until these can be restored no more.
create table deleted_edition_files (
  -- The main language, whose file it is.
  knowledge_base_id bigint not null,
  file_id bigint not null,
  edition_id bigint not null,
  guide_id bigint not null,
  primary key (knowledge_base_id, file_id, edition_id, guide_id),
  foreign key (knowledge_base_id, file_id) references files (knowledge_base_id, id) on delete cascade,
  foreign key (edition_id, guide_id) references deleted_guides (knowledge_base_id, guide_id) on delete cascade
);

create index deleted_edition_files_of_guide on deleted_edition_files (edition_id, guide_id);

-- docs/decisions/0039-plans-and-statistics.md
alter table deleted_edition_files alter column knowledge_base_id set statistics 0;
