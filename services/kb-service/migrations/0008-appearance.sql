-- How the pages of a knowledge base look.

alter table knowledge_bases
  add column accent_color text not null default '#2456c8' check (accent_color ~ '^#[0-9a-f]{6}$'),
  add column logo_file_id bigint,
  -- In pixels, so that pages leave room for the logo before it is there.
  add column logo_width integer check (logo_width between 1 and 4096),
  add column logo_height integer check (logo_height between 1 and 4096),
  add check (num_nulls(logo_file_id, logo_width, logo_height) in (0, 3)),
  -- A file cannot be deleted while it is the logo. With the knowledge base both go: its row is gone when its files are.
  add constraint knowledge_bases_logo foreign key (id, logo_file_id) references files (knowledge_base_id, id);
