-- Webhook events of posts, queued by triggers, because no way to change a post may forget it. A tenant is an account. Posts
-- that have never been public have no events: those that wait for review, also if they were archived meanwhile. Imports and
-- deletions of forums queue none.

create function tell_of_post(event_type text, of_forum bigint, of_dialog bigint, record text, about jsonb)
  returns void language sql
as $$
  select queue_webhook_event(
    f.account_id, event_type, f.slug || '/dialogs/' || of_dialog, f.slug || '/' || record,
    about || jsonb_build_object('forum', f.slug, 'dialog', of_dialog)
  )
  from forums f
  where f.id = of_forum
$$;

create function tell_of_dialog() returns trigger language plpgsql as $$
begin
  perform tell_of_post(tg_argv[0], new.forum_id, new.id, 'dialogs/' || new.id, '{}');
  return null;
end $$;

create trigger dialogs_told_of after insert on dialogs
  for each row when (not new.held and not new.refused and webhooks_are_on())
  execute function tell_of_dialog('dialog.created');
-- Comments below it that were released before it have their event now.
create function tell_of_released_dialog() returns trigger language plpgsql as $$
begin
  perform tell_of_post('dialog.created', new.forum_id, new.id, 'dialogs/' || new.id, '{}');
  perform tell_of_post(
    'comment.created', c.forum_id, c.dialog_id, 'comments/' || c.id, jsonb_build_object('comment', c.id)
  )
  from (
    select * from comments c where c.forum_id = new.forum_id and c.dialog_id = new.id and not c.held order by c.id
  ) c;
  return null;
end $$;

create trigger dialogs_releases_told_of after update of held, refused on dialogs
  for each row when ((old.held or old.refused) and not new.held and not new.refused and webhooks_are_on())
  execute function tell_of_released_dialog();
create trigger dialogs_archivings_told_of after update of archived on dialogs
  for each row when (not old.held and not old.refused and not old.archived and new.archived)
  execute function tell_of_dialog('dialog.archived');
create trigger dialogs_changes_told_of
  after update of archived, topic, title, text, state, author_name, work_title on dialogs
  for each row when (
    not old.held and not old.refused and not new.held and not new.refused and (old.archived or not new.archived)
    and (old.archived, old.topic, old.title, old.text, old.state, old.author_name, old.work_title)
      is distinct from (new.archived, new.topic, new.title, new.text, new.state, new.author_name, new.work_title)
  )
  execute function tell_of_dialog('dialog.updated');

create function tell_of_deleted_dialog() returns trigger language plpgsql as $$
declare
  target bigint;
begin
  select m.dialog_id into target from merged_dialogs m where m.forum_id = old.forum_id and m.id = old.id;
  perform tell_of_post(
    case when target is null then 'dialog.deleted' else 'dialog.merged' end, old.forum_id, old.id, 'dialogs/' || old.id,
    jsonb_build_object('into', target)
  );
  return null;
end $$;

create trigger dialogs_deletions_told_of after delete on dialogs
  for each row when (not old.held and not old.refused and webhooks_are_on())
  execute function tell_of_deleted_dialog();

create function tell_of_dialog_tag() returns trigger language plpgsql as $$
declare
  tagged dialog_tags := coalesce(new, old);
begin
  perform tell_of_post('dialog.updated', d.forum_id, d.id, 'dialogs/' || d.id, '{}')
  from dialogs d
  where d.forum_id = tagged.forum_id and d.id = tagged.dialog_id and not d.held and not d.refused;
  return null;
end $$;

create trigger dialog_tags_told_of after insert or delete on dialog_tags
  for each row when (webhooks_are_on()) execute function tell_of_dialog_tag();

-- Comments that are deleted with their dialog have none any more.
create function tell_of_comment() returns trigger language plpgsql as $$
declare
  comment comments := coalesce(new, old);
begin
  perform tell_of_post(
    tg_argv[0], d.forum_id, d.id, 'comments/' || comment.id, jsonb_build_object('comment', comment.id)
  )
  from dialogs d
  where d.forum_id = comment.forum_id and d.id = comment.dialog_id and not d.held and not d.refused;
  return null;
end $$;

create trigger comments_told_of after insert on comments
  for each row when (not new.held and webhooks_are_on()) execute function tell_of_comment('comment.created');
create trigger comments_releases_told_of after update of held on comments
  for each row when (old.held and not new.held) execute function tell_of_comment('comment.created');
create function tell_of_moved_comment() returns trigger language plpgsql as $$
begin
  perform tell_of_post(
    'comment.created', t.forum_id, t.id, 'comments/' || new.id, jsonb_build_object('comment', new.id)
  )
  from dialogs s
  join dialogs t on t.forum_id = new.forum_id and t.id = new.dialog_id and not t.held and not t.refused
  where s.forum_id = old.forum_id and s.id = old.dialog_id and (s.held or s.refused);
  return null;
end $$;

-- Out of a dialog that was never public, as it is merged.
create trigger comments_moves_told_of after update of dialog_id on comments
  for each row when (old.dialog_id <> new.dialog_id and not old.held and not new.held and webhooks_are_on())
  execute function tell_of_moved_comment();
create trigger comments_changes_told_of after update of text, is_org_reply, author_name, work_title on comments
  for each row when (
    not old.held and not new.held
    and (old.text, old.is_org_reply, old.author_name, old.work_title)
      is distinct from (new.text, new.is_org_reply, new.author_name, new.work_title)
  )
  execute function tell_of_comment('comment.updated');
create trigger comments_deletions_told_of after delete on comments
  for each row when (not old.held and webhooks_are_on()) execute function tell_of_comment('comment.deleted');

create function tell_of_report() returns trigger language plpgsql as $$
begin
  perform tell_of_post(
    'report.created', new.forum_id, new.dialog_id, 'reports/' || new.id, jsonb_build_object('report', new.id)
  );
  return null;
end $$;

create trigger reports_told_of after insert on reports
  for each row execute function tell_of_report();
