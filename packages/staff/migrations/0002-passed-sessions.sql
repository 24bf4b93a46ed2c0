-- People pass from the desk of the other service with a ticket. Their session is good for one tenant, and ends with the
-- session that they have there.
alter table staff_sessions
  add column for_tenant bigint,
  add column origin_session bigint,
  -- When the other service last said that its session goes on.
  add column origin_checked_at timestamptz,
  add constraint staff_sessions_passed
    check (num_nulls(for_tenant, origin_session, origin_checked_at) in (0, 3));

-- Tickets that have been used, until they would have ended.
create table staff_tickets (
  hash bytea primary key check (length(hash) = 32),
  expires_at timestamptz not null
);
