select id from forums where id = any ($1) order by id for key share
