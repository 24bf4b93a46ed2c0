-- Whether a text is Markdown. What was posted before is plain, and so is what programs post unless they say otherwise. A
-- constant default rewrites no row.
alter table dialogs add column markdown boolean not null default false;
alter table comments add column markdown boolean not null default false;
