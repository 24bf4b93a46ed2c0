-- What the pages of a forum need.

alter table forums
  add column accent_color text not null default '#2456c8' check (accent_color ~ '^#[0-9a-f]{6}$');

-- Most dialogs are in no state, so this is short. It also tells which states there are: see pages/state.
create index dialogs_by_state on dialogs (forum_id, archived, state, pub_date, id) where state is not null;

-- Of many thousands of tags a few are public.
create index public_tags on tags (forum_id, name, id) where is_public;
