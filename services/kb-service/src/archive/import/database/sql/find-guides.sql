select g.id, g.slug, g.source_hash, g.file_hash, g.edited, g.broken_links, g.images_left_out
from guides g
where g.knowledge_base_id = $1 and g.slug = any($2::text[])
