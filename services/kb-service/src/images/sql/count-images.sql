select
  (count(*) filter (where f.bytes is not null))::integer as in_database,
  (count(*) filter (where f.bytes is null))::integer as in_store
from files f
