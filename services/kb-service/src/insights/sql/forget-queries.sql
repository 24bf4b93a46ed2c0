-- Deletes queries without counts, and those that fewer than three visitors asked: not since $1, or beyond the latest $2
-- of a knowledge base.
delete from search_queries q
where not exists (
    select from search_counts c where c.knowledge_base_id = q.knowledge_base_id and c.query = q.query
  )
  or (q.words is null and q.asked_on < $1)
  or (q.knowledge_base_id, q.query) in (
    select rare.knowledge_base_id, rare.query
    from (
      select r.knowledge_base_id, r.query, row_number() over (
          partition by r.knowledge_base_id order by r.asked_on desc, bit_count(r.visitor_groups::bit(16)) desc
        ) as place
      from search_queries r
      where r.words is null
    ) rare
    where rare.place > $2
  )
