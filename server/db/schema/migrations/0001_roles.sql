-- The role of servers and workers. It owns nothing; their login role is a member of it. On a database with a single role,
-- that role is both owner and application, and the grants below are skipped.
do $$
begin
  create role hanpyeon_app nologin;
exception when duplicate_object or insufficient_privilege then null;
end $$;

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    grant usage on schema public to hanpyeon_app;
    alter default privileges in schema public grant select, insert, update, delete on tables to hanpyeon_app;
    alter default privileges in schema public grant usage on sequences to hanpyeon_app;
    revoke all on schema_migrations from hanpyeon_app;
    grant select on schema_migrations to hanpyeon_app;
  end if;
end $$;
