-- Who of the staff deals with a dialog. Apart from dialogs, so that no statement for readers comes upon it. It stays
-- while a deleted dialog can be restored, and goes with the membership.
create table assignments (
  forum_id bigint not null references forums on delete cascade,
  dialog_id bigint not null,
  -- The account of the forum.
  tenant_id bigint not null,
  person_id bigint not null,
  assigned_at timestamptz not null default now(),
  primary key (forum_id, dialog_id),
  foreign key (tenant_id, person_id) references staff_memberships on delete cascade
);

create index assignments_of_person on assignments (tenant_id, person_id, forum_id, dialog_id);

-- Whether someone is mailed about dialogs that colleagues assign to them.
alter table staff_notices add column assigned boolean not null default false;

-- docs/decisions/0039-plans-and-statistics.md
alter table assignments alter column forum_id set statistics 0;
