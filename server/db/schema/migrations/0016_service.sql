-- The service itself: the company that runs it, its look and its legal documents.
-- Locks nothing. Previous code runs.

-- A version of the settings of the service. The newest is in force, and none is the defaults. Append-only. Owner: service.
create table service_settings (
  version integer primary key check (version > 0),
  -- `ServiceSettings` of contract/service/staff.ts.
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  -- The folder of its icons in `images/`.
  logo_key text,
  created_at timestamptz not null
);

-- A version of a legal document, announced until its day. Append-only, because consents refer to it. Owner: service.
create table terms_versions (
  name text not null check (name in ('service', 'privacy', 'age', 'marketing', 'paid-service')),
  effective_on date not null,
  -- A summary in a sentence.
  lead text not null check (char_length(lead) between 1 and 120),
  -- What changed.
  note text not null check (char_length(note) between 1 and 200),
  -- Rich text.
  context text not null check (char_length(context) between 1 and 20000),
  is_disadvantageous boolean not null,
  -- Whether members must consent again.
  requires_consent boolean not null,
  published_at timestamptz not null,
  primary key (name, effective_on)
);

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke update, delete on service_settings, terms_versions from hanpyeon_app;
  end if;
end $$;
