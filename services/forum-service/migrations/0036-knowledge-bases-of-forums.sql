-- The host of the knowledge base that belongs to a forum, in the other service; empty for none.
alter table forums add column guides text not null default '' check (length(guides) <= 259);
