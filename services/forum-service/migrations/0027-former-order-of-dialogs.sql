-- Apart from other tables, so that waiting for their readers blocks none of these.
drop index dialogs_by_title;
drop index dialogs_by_text;
drop index dialogs_by_author_name;
