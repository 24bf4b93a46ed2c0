-- Writers of one knowledge base take turns. What the row says is read by the next statement: this one may have waited,
-- and joins would be with what was there before.
select id
from knowledge_bases
where host = $1
for update
