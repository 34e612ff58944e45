#!/bin/sh
# Runs once at database creation. Creates the owner and the application role, which owns nothing (docs/operations.md,
# PostgreSQL). Neither is a superuser; the superuser has no password and is reachable from within the container only.
set -eu
psql -v ON_ERROR_STOP=1 -v owner_password="$OWNER_PASSWORD" -v app_password="$APP_PASSWORD" \
  --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role hanpyeon_owner login password :'owner_password';
alter database hanpyeon owner to hanpyeon_owner;
create role hanpyeon_app nologin;
create role hanpyeon_web login password :'app_password' in role hanpyeon_app;
alter role postgres password null;
SQL
