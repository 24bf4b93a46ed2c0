select id from knowledge_bases where id = any ($1) order by id for key share
