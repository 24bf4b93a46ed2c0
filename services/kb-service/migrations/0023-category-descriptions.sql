-- What readers find in a category, below its name.
alter table categories add column description text not null default '' check (length(description) <= 1000);
