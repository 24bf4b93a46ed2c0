-- Apart from other tables, so that waiting for their readers blocks none of these.
drop index published_guides_by_title;
