-- How the pages of a knowledge base look: what its owners wrote, by property, and what pages show of it, made from it
-- when it is written. Small pictures for categories: one of those that pages have, or a file.
alter table knowledge_bases
  add column look jsonb not null default '{}' check (jsonb_typeof(look) = 'object'),
  add column shown_look jsonb not null default '{}' check (jsonb_typeof(shown_look) = 'object');

alter table categories
  add column icon text not null default '' check (icon ~ '^[a-z]{0,20}$'),
  add column picture_file_id bigint,
  -- The previous version deletes files that no guide shows.
  add foreign key (knowledge_base_id, picture_file_id) references files (knowledge_base_id, id)
    on delete set null (picture_file_id);
