d.id, d.topic, d.title, left(d.text, 500) as beginning, d.num_comments, d.num_votes, d.state, d.author_name, d.work_title,
  d.pub_date, d.last_activity
