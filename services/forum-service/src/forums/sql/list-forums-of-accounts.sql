select slug from forums where account_id = any ($1) order by name, slug
