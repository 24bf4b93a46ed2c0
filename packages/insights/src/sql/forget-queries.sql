-- Deletes queries without counts, and those that fewer than three visitors asked: not since $1, or beyond the latest $2
-- of a tenant.
delete from searched_queries q
where not exists (
    select from searches_by_query c where c.tenant_id = q.tenant_id and c.query = q.query
  )
  or (q.words is null and q.asked_on < $1)
  or (q.tenant_id, q.query) in (
    select rare.tenant_id, rare.query
    from (
      select r.tenant_id, r.query, row_number() over (
          partition by r.tenant_id order by r.asked_on desc, bit_count(r.visitor_groups::bit(16)) desc
        ) as place
      from searched_queries r
      where r.words is null
    ) rare
    where rare.place > $2
  )
