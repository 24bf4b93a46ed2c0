-- What lists and search engines show of a guide instead of the beginning of its text; null for that.
alter table guides add column summary text;
-- Further words that find it, which no reader sees. The default is constant, so that no row is written.
alter table guides add column synonyms text[] not null default '{}';

-- No row of before has either, so there is nothing to validate.
alter table guides
  add constraint guides_summary_check check (length(summary) between 1 and 300) not valid,
  add constraint guides_synonyms_check check (cardinality(synonyms) <= 50) not valid;

create or replace function queue_changed_guides() returns trigger language plpgsql as $$
begin
  perform queue_for_search(n.knowledge_base_id, array_agg(n.id))
  from after_change n
  join before_change o on o.knowledge_base_id = n.knowledge_base_id and o.id = n.id
  where (o.title, o.synonyms, o.content_html, o.published)
    is distinct from (n.title, n.synonyms, n.content_html, n.published)
  group by n.knowledge_base_id;
  return null;
end $$;
