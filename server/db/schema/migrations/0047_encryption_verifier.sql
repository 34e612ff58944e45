-- A signature by DATA_ENCRYPTION_SECRET, written by the first process that uses it, so that no process starts with another
-- secret. Owner: platform.
create table encryption_verifier (
  id boolean primary key default true check (id),
  signature bytea not null check (octet_length(signature) = 32)
);
do $$ begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke update, delete on encryption_verifier from hanpyeon_app;
  end if;
end $$;
