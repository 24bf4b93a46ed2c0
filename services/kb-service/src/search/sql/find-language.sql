select k.language
from knowledge_bases k
where k.id = $1
