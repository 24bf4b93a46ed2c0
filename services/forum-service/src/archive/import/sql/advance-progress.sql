-- $1 forum, $2 hash, $3 lines before, $4 lines now, $5 dialogs, $6 comments, $7 votes, $8 duplicates, $9 refused lines, $10
-- comments, $11 votes and $12 marks, $13 refusals, $14 maximum number of refusals kept
update import_progress p
set lines = $4,
  dialogs = p.dialogs + $5,
  comments = p.comments + $6,
  votes = p.votes + $7,
  duplicates = p.duplicates + $8,
  refused = p.refused + $9,
  refused_comments = p.refused_comments + $10,
  refused_votes = p.refused_votes + $11,
  refused_marks = p.refused_marks + $12,
  refusals = case when jsonb_array_length(p.refusals) < $14 then p.refusals || $13::jsonb else p.refusals end
where p.forum_id = $1 and p.file_hash = $2 and p.lines = $3
returning p.lines
