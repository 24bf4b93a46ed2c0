-- What is counted for insights (docs/decisions/0064-insights-of-a-forum.md).
create index comments_by_time on comments (forum_id, pub_date) where not held;
create index official_answers on comments (forum_id, pub_date) include (dialog_id) where is_org_reply and not held;
create index votes_by_time on votes (forum_id, voted_at);
