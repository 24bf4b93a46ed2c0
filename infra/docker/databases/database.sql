-- A database for :service, with an owner that migrates it and a role that cannot change the schema.
\connect postgres
\set owner :service _owner

select format('create role %I', name) from unnest(array[:'owner', :'service']) as name
where not exists (select from pg_roles where rolname = name) \gexec
alter role :"owner" login password :'owner_password';
alter role :"service" login password :'service_password';

select format('create database %I owner %I template template0 encoding ''UTF8''', :'service', :'owner')
where not exists (select from pg_database where datname = :'service') \gexec
revoke all on database :"service" from public;
grant connect on database :"service" to :"service";

\connect :"service"
-- maintain: imports analyze tables
alter default privileges for role :"owner" grant select, insert, update, delete, maintain on tables to :"service";
grant maintain on all tables in schema public to :"service";
alter default privileges for role :"owner" grant usage on sequences to :"service";
