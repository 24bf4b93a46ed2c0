-- The person $2 (folded e-mail address), whose sessions end with the confirmation of the address, and names of others with
-- the address in them (pattern $3).
with links as (
  delete from member_links
  where forum_id = $1 and email = $2
)
update confirmed_addresses
set name = regexp_replace(name collate "und-x-icu", $3, $4, 'gi')
where forum_id = $1 and name collate "und-x-icu" ~* $3
