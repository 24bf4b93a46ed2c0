-- What the last import could not resolve in a guide. It is reported again while the guide's source stays the same, since
-- the source is not read then.

alter table guides
  add column broken_links text[] not null default '{}',
  add column images_left_out text[] not null default '{}';
