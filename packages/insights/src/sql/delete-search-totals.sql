delete from searches_by_day where tenant_id = $1
