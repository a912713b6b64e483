-- The role and the database of Dramatis; run once by psql as the superuser. Patroni does so at its first start.

-- Three replicas with four connections each, and more for a moment while one is replaced.
CREATE ROLE dramatis LOGIN PASSWORD 'change-me' CONNECTION LIMIT 60;
CREATE DATABASE dramatis;
REVOKE ALL ON DATABASE dramatis FROM PUBLIC;
GRANT CONNECT ON DATABASE dramatis TO dramatis;
\connect dramatis
REVOKE ALL ON SCHEMA public FROM PUBLIC;
-- Dramatis creates its tables in this schema only.
CREATE SCHEMA dramatis AUTHORIZATION dramatis;
ALTER ROLE dramatis SET search_path = dramatis;
ALTER ROLE dramatis SET idle_in_transaction_session_timeout = '30s';
