select k.id, k.host
from knowledge_bases k
order by k.host
