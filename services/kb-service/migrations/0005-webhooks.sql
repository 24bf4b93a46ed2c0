-- Webhook events of guides, queued by triggers, because no way to change a guide may forget it. A tenant is a knowledge
-- base.

create function tell_of_guide(event_type text, knowledge_base_id bigint, guide_id bigint, slug text)
  returns void language sql
as $$
  select queue_webhook_event(
    knowledge_base_id, event_type, 'guides/' || guide_id, 'guides/' || guide_id,
    jsonb_build_object('id', guide_id, 'slug', slug)
  )
$$;

create function tell_of_published_guides() returns trigger language plpgsql as $$
begin
  perform tell_of_guide('guide.published', c.knowledge_base_id, c.id, c.slug)
  from changed c
  where c.published and exists (select from webhooks w where w.tenant_id = c.knowledge_base_id)
  order by c.id;
  return null;
end $$;

create trigger guides_told_of after insert on guides
  referencing new table as changed for each statement execute function tell_of_published_guides();

create function tell_of_changed_guides() returns trigger language plpgsql as $$
begin
  perform tell_of_guide(
    case when not o.published then 'guide.published' when n.published then 'guide.updated' else 'guide.unpublished' end,
    n.knowledge_base_id, n.id, n.slug
  )
  from after_change n
  join before_change o on o.knowledge_base_id = n.knowledge_base_id and o.id = n.id
  where (o.published or n.published)
    and (o.published, o.title, o.slug, o.content_html) is distinct from (n.published, n.title, n.slug, n.content_html)
    and exists (select from webhooks w where w.tenant_id = n.knowledge_base_id)
  order by n.id;
  return null;
end $$;

create trigger guides_changes_told_of after update on guides
  referencing old table as before_change new table as after_change
  for each statement execute function tell_of_changed_guides();

create function tell_of_deleted_guides() returns trigger language plpgsql as $$
begin
  perform tell_of_guide('guide.unpublished', c.knowledge_base_id, c.id, c.slug)
  from changed c
  where c.published and exists (select from webhooks w where w.tenant_id = c.knowledge_base_id)
  order by c.id;
  return null;
end $$;

create trigger guides_deletions_told_of after delete on guides
  referencing old table as changed for each statement execute function tell_of_deleted_guides();

-- Categories and tags of guides. Those of a guide that is deleted have no guide any more.
create function tell_of_memberships() returns trigger language plpgsql as $$
begin
  perform tell_of_guide('guide.updated', g.knowledge_base_id, g.id, g.slug)
  from (select distinct c.knowledge_base_id, c.guide_id from changed c) c
  join guides g on g.knowledge_base_id = c.knowledge_base_id and g.id = c.guide_id
  where g.published and exists (select from webhooks w where w.tenant_id = c.knowledge_base_id)
  order by g.id;
  return null;
end $$;

create trigger guide_categories_told_of after insert on guide_categories
  referencing new table as changed for each statement execute function tell_of_memberships();
create trigger guide_categories_deletions_told_of after delete on guide_categories
  referencing old table as changed for each statement execute function tell_of_memberships();
create trigger guide_tags_told_of after insert on guide_tags
  referencing new table as changed for each statement execute function tell_of_memberships();
create trigger guide_tags_deletions_told_of after delete on guide_tags
  referencing old table as changed for each statement execute function tell_of_memberships();

-- With the vote: the record has only their counts.
create function tell_of_vote() returns trigger language plpgsql as $$
begin
  perform queue_webhook_event(
    new.knowledge_base_id, 'guide.voted', 'guides/' || new.guide_id, 'guides/' || new.guide_id,
    jsonb_build_object('id', new.guide_id, 'vote', new.vote)
  );
  return null;
end $$;

create trigger guide_votes_told_of after insert or update of vote on guide_votes
  for each row execute function tell_of_vote();
