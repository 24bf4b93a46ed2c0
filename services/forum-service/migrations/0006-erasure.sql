-- So that all that is kept of a person can be found, and taken away.

-- Bytes in the place of an HMAC: there is nothing that they could be compared with.
create function random_hash() returns bytea language sql volatile
  return decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');

-- Whose post it was; null where an instance of the version before wrote the row. Both are read only when somebody is
-- erased or asks what is kept, so no post pays for an index.
alter table post_addresses add column poster_id bigint;
alter table recent_comments add column poster_id bigint;

-- A post and its address are of one transaction, and so of the same moment.
update post_addresses a
set poster_id = case a.kind
  when 'dialog' then (select d.poster_id from dialogs d where d.forum_id = a.forum_id and d.id = a.dialog_id)
  when 'comment' then (select c.poster_id from comments c where c.forum_id = a.forum_id and c.id = a.comment_id)
  when 'vote' then (
    select min(v.poster_id)
    from votes v
    where v.forum_id = a.forum_id and v.dialog_id = a.dialog_id and v.voted_at = a.posted_at
  )
  when 'report' then (
    select min(r.poster_id)
    from reports r
    where r.forum_id = a.forum_id and r.dialog_id = a.dialog_id and r.reported_at = a.posted_at
  )
end;
