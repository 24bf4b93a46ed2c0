-- $2: JSON array of existing guides. Returns the slugs of guides that changed for readers; of the others only
-- import data is written, so that their content is not stored again.
with source as (
  select s.*
  from json_to_recordset($2) as s (
    slug text, title text, content_html text, content_bytes integer, published boolean, source_hash text,
    file_hash text, broken_links text[], images_left_out text[], created_at timestamptz, updated_at timestamptz
  )
), compared as (
  select g.id, s.*,
    (g.title, g.content_html, g.published)
      is distinct from (s.title, s.content_html, coalesce(s.published, g.published or g.missing)) or g.missing as differs
  from source s
  join guides g on g.knowledge_base_id = $1 and g.slug = s.slug
), hashed as (
  update guides g
  set source_hash = c.source_hash, file_hash = c.file_hash, edited = false, broken_links = c.broken_links, images_left_out = c.images_left_out
  from compared c
  where g.knowledge_base_id = $1 and g.id = c.id and not c.differs
), written as (
  update guides g
  set title = c.title,
    content_html = c.content_html,
    content_bytes = c.content_bytes,
    -- The place of a translation becomes one.
    published = coalesce(c.published, g.published or g.missing),
    missing = false,
    created_at = case when g.missing then coalesce(c.created_at, now()) else g.created_at end,
    source_hash = c.source_hash,
    file_hash = c.file_hash,
    edited = false,
    broken_links = c.broken_links,
    images_left_out = c.images_left_out,
    updated_at = coalesce(c.updated_at, now()),
    edit_revision = g.edit_revision + 1,
    changed_at = now(),
    changed_by = current_actor()
  from compared c
  where g.knowledge_base_id = $1 and g.id = c.id and c.differs
)
select c.slug
from compared c
where c.differs
