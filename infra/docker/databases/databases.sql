-- What the services need in the database server: docs/docker.md. Run by psql as its administrator each time that compose
-- comes up, so that a new password in `.env` is one here, too.
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
