-- $1 forum, $2 hash, $3 lines before, $4 lines now, $5 dialogs, $6 comments, $7 votes, $8 duplicates, $9 refused, $10
-- refusals, $11 maximum number of refusals kept
update import_progress p
set lines = $4,
  dialogs = p.dialogs + $5,
  comments = p.comments + $6,
  votes = p.votes + $7,
  duplicates = p.duplicates + $8,
  refused = p.refused + $9,
  refusals = case when jsonb_array_length(p.refusals) < $11 then p.refusals || $10::jsonb else p.refusals end
where p.forum_id = $1 and p.file_hash = $2 and p.lines = $3
returning p.lines
