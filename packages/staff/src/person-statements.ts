import { sql } from '@guidepost/postgres';

export const insertPerson = sql`
  -- The person with this address, who may exist already. The update locks the row and changes nothing.
  insert into staff_people (email)
  values ($1)
  on conflict (email_folded) do update set email = staff_people.email
  returning id, email
`;

export const findPerson = sql`
  select id, email, name, password, user_handle
  from staff_people
  where id = $1
`;

export const lockPerson = sql`
  select id
  from staff_people
  where id = $1
  for update
`;

export const ensureName = sql`
  update staff_people
  set name = $2
  where id = $1 and name is null
`;

export const setPassword = sql`
  -- A name that is null stays as it is.
  update staff_people
  set password = $2, name = coalesce($3, name), lock_notice_at = null
  where id = $1
`;

export const deleteSessionsOfPerson = sql`
  delete from staff_sessions
  where person_id = $1
`;

export const deleteChallengesOfPerson = sql`
  -- Resets of a password and passkeys that are under way.
  delete from staff_challenges
  where person_id = $1
`;

export const markSessionsForRenewal = sql`
  update staff_sessions
  set renew = true
  where person_id = $1
`;

export const deleteOpenLinks = sql`
  -- Across tenants: people, their sessions and links belong to no tenant.
  -- Links that open the account of person $1 were made by owners of tenants that it belonged to by then.
  delete from staff_links
  where person_id = $1 and purpose <> 'invitation'
`;
