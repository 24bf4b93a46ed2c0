select k.id, k.host from knowledge_bases k where $1::text is null or k.host = $1 order by k.host
