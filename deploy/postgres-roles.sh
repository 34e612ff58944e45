#!/bin/sh
# Run once, when the database is made: the application's role, which owns nothing (docs/operations.md, Configuration).
set -eu
psql -v ON_ERROR_STOP=1 -v password="$APP_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role hanpyeon_app nologin;
create role hanpyeon_web login password :'password' in role hanpyeon_app;
SQL
