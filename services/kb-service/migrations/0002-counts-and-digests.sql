-- Published guides, counted by every change: the total of a list costs the same with 100,000 guides as with ten.
alter table knowledge_bases add column published_guides bigint not null default 0 check (published_guides >= 0);
alter table categories add column published_guides bigint not null default 0 check (published_guides >= 0);
alter table tags add column published_guides bigint not null default 0 check (published_guides >= 0);

update knowledge_bases k
set published_guides = (select count(*) from guides g where g.knowledge_base_id = k.id and g.published);

update categories c
set published_guides = counted.guides
from (
  select m.knowledge_base_id, m.category_id, count(*) as guides
  from guide_categories m
  join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
  group by m.knowledge_base_id, m.category_id
) counted
where c.knowledge_base_id = counted.knowledge_base_id and c.id = counted.category_id;

update tags t
set published_guides = counted.guides
from (
  select m.knowledge_base_id, m.tag_id, count(*) as guides
  from guide_tags m
  join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
  group by m.knowledge_base_id, m.tag_id
) counted
where t.knowledge_base_id = counted.knowledge_base_id and t.id = counted.tag_id;

-- Identifies content, so that a process need not read again what it has in memory. Immutable, since the encoding of a
-- database cannot change.
create function content_digest(content text) returns text
  language sql immutable strict parallel safe
  return left(encode(sha256(convert_to(content, 'UTF8')), 'base64'), 22);

alter table guides
  add column content_digest text not null generated always as (content_digest(content_html)) stored;
