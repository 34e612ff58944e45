-- What staff needs to answer people and to set right what went wrong (D-80).

-- Who has an inquiry in hand, and who answered it.
alter table inquiries
  add column assignee_id integer references members on delete set null,
  add column answered_by integer references members on delete set null;
create index on inquiries (assignee_id) where assignee_id is not null;
create index on inquiries (answered_by) where answered_by is not null;
-- What was answered, the last first.
create index on inquiries (answered_at desc, id desc) where answered_at is not null;

-- Answers that are given again and again. `{이름}` and `{제목}` in them stand for who asked, and what.
create table answer_templates (
  id integer generated always as identity primary key,
  title text not null unique check (char_length(title) between 1 and 100),
  context text not null check (char_length(context) between 1 and 4000),
  -- Rises with each change: who changes what he did not see is told.
  version integer not null default 1,
  updated_at timestamptz not null
);

alter table faqs add column version integer not null default 1;
alter table announcements add column version integer not null default 1;

-- What a marked text says without its marks (contract/marked-text.ts): so 자동결제 finds 자동 **결제**.
create function strip_markup(given text) returns text
language sql immutable strict parallel safe as $$
  select replace(
    regexp_replace(
      regexp_replace(given, '^(#{2,3}|-|\d{1,3}\.) +(?=\S)', '', 'gn'),
      '\[([^][\n]+)\]\(https?://[^\s()]+\)', '\1', 'g'),
    '**', '');
$$;
alter table faqs alter column search_context set expression as (normalize_search_text(strip_markup(context)));

-- When staff looked at a report and let the review stand.
alter table review_reports add column resolved_at timestamptz;
create index on review_reports (review_id) where resolved_at is null;

-- Event points that staff gave (D-80, L8). Why stands in the audit log.
create table point_grants (
  id integer generated always as identity primary key,
  wallet_id integer not null references wallets,
  amount integer not null check (amount between 1 and 100000),
  created_at timestamptz not null
);
create index on point_grants (wallet_id);
create trigger append_only before update or delete or truncate on point_grants
  for each statement execute function reject_mutation();

-- A rental that is over has nothing to take back: staff may still pay it back.
create or replace function enforce_purchase_rules() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'P6: a purchase is never deleted' using errcode = 'check_violation';
  end if;
  if (old.wallet_id, old.episode_id, old.ownership_type_id, old.order_id, old.purchased_at)
    is distinct from (new.wallet_id, new.episode_id, new.ownership_type_id, new.order_id, new.purchased_at) then
    raise exception 'P1: what was bought is fixed' using errcode = 'check_violation';
  end if;
  if old.state <> new.state and old.state || ' ' || new.state <> all (array[
    'active refunding', 'active ended', 'refunding refunded', 'refunding active', 'ended refunded']) then
    raise exception 'P6: a purchase does not go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  if old.first_used_at is not null and new.first_used_at is distinct from old.first_used_at then
    raise exception 'R1: what was handed out stays so' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Members are found by the beginning of an address.
create index on members (email text_pattern_ops);

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke update, delete on point_grants from hanpyeon_app;
  end if;
end $$;
