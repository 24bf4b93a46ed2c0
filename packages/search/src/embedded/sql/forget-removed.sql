delete from search_documents where words is null and changed_at < now() - $1 * interval '1 millisecond'
