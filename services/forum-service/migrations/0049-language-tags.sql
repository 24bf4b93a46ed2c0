-- The language of a forum is a tag of BCP 47, such as pt-BR.
alter table forums
  drop constraint forums_language_check,
  add constraint forums_language_check
    check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' and length(language) <= 35);
