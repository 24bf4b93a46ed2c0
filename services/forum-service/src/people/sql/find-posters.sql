-- Posters with the e-mail address, $2 folded, alone or within other text (pattern $3). Imported posters may have only a
-- name, which can be the address.
select p.id
from posters p
where p.forum_id = $1 and (
  lower(normalize(p.email) collate "und-x-icu") = $2
  or p.email collate "und-x-icu" ~* $3
  or p.email is null and (
    exists (
      select from dialogs d
      where d.forum_id = p.forum_id and d.poster_id = p.id and d.author_name collate "und-x-icu" ~* $3
    )
    or exists (
      select from comments c
      where c.forum_id = p.forum_id and c.poster_id = p.id and c.author_name collate "und-x-icu" ~* $3
    )
    or exists (
      select from votes v
      where v.forum_id = p.forum_id and v.poster_id = p.id and v.author_name collate "und-x-icu" ~* $3
    )
    or exists (
      select from reports r
      where r.forum_id = p.forum_id and r.poster_id = p.id and r.author_name collate "und-x-icu" ~* $3
    )
  )
)
order by p.id
