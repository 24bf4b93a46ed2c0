drop index tags_by_name;
