-- The door through which a change was made. Until now there was only the command line.
alter table audit_entries
  add column door text not null default 'cli' check (door in ('desk', 'api', 'cli'));
alter table audit_entries alter column door drop default;

-- Since when a dialog has something new that no editor has dealt with; null for none. A post sets it, an official reply or
-- an editor clears it.
alter table dialogs add column waiting_since timestamptz;

-- What was asked lately and has no official reply. Older dialogs are history.
update dialogs d
set waiting_since = d.pub_date
where not d.archived and d.pub_date > now() - interval '30 days'
  and not exists (
    select from comments c
    where c.forum_id = d.forum_id and c.dialog_id = d.id and c.is_org_reply and not c.held
  );

create index waiting_dialogs on dialogs (forum_id, waiting_since, id) where waiting_since is not null and not archived;
