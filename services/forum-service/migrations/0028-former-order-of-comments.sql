drop index comments_by_author_name;
