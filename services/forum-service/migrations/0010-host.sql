-- The forum's own host name, lower-case, with a port unless it is the scheme's; empty without one.
alter table forums
  add column host text not null default ''
    check (host = '' or (host ~ '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$' and length(host) <= 259));

create unique index forums_by_host on forums (host) where host <> '';
