-- The forum that belongs to a knowledge base, in the other service; empty for none. Its address is null until that
-- service has told it.
alter table knowledge_bases
  add column forum text not null default '' check (forum ~ '^([a-z0-9][a-z0-9-]{0,62})?$'),
  add column forum_url text check (length(forum_url) <= 2000);
