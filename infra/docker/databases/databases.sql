-- The services' databases (docs/docker.md). psql runs this as administrator on each start, which also applies new
-- passwords.
\set ON_ERROR_STOP on
revoke connect on database postgres, template1 from public;

\set service kb
\getenv owner_password KB_OWNER_PASSWORD
\getenv service_password KB_PASSWORD
\ir database.sql

\set service forum
\getenv owner_password FORUM_OWNER_PASSWORD
\getenv service_password FORUM_PASSWORD
\ir database.sql
