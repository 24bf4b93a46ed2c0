drop index tags_by_name;
drop index public_tags;
