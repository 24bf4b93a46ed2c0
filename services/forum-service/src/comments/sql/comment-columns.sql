c.id, c.dialog_id, c.is_org_reply, c.poster_id, c.author_name, c.work_title,
  to_char(c.pub_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as pub_date
