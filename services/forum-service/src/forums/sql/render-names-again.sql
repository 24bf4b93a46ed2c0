-- Names in Markdown lead to pages of the forum, whose address changes.
update comments
set renderer = 0
where forum_id = $1 and markdown and text like '%@%'
