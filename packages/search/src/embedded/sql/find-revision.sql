select search_revision($1) as revision
