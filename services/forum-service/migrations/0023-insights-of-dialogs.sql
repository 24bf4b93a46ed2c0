-- All that insights read of dialogs, so that a year of them is not read with its texts
-- (docs/decisions/0064-insights-of-a-forum.md).
create index insights_of_dialogs on dialogs (forum_id, pub_date)
  include (id, topic, num_comments, num_votes, archived)
  where not held and not refused;
