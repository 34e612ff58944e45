-- Mail and SMS that did not arrive, as their providers report it.
-- Locks members. Previous code runs.

-- Since when mail to the address, or SMS to the number, does not arrive; null again once the contact is changed or corrected. The
-- address is the member's since `email_confirmed_at`; null: since `created_at`.
alter table members
  add column email_confirmed_at timestamptz,
  add column email_failed_at timestamptz,
  add column phone_failed_at timestamptz;

-- A report of a provider about a message to a member. A repeated report has the same `event_id`. Owner: accounts.
create table delivery_failures (
  id bigint generated always as identity primary key,
  member_id integer not null references members on delete cascade,
  channel text not null check (channel in ('mail', 'sms')),
  -- `bounced` and `complained`: mail is not wanted or cannot arrive; `delayed`: it may arrive later; `undelivered`: an SMS.
  kind text not null check (kind in ('bounced', 'delayed', 'complained', 'undelivered')),
  provider text not null check (char_length(provider) between 1 and 20),
  event_id text not null check (char_length(event_id) between 1 and 300),
  -- The provider's code, without personal data.
  reason text not null check (char_length(reason) <= 100),
  failed_at timestamptz not null,
  constraint delivery_failures_channel_kind_check check ((channel = 'sms') = (kind = 'undelivered')),
  unique (provider, event_id)
);
create index on delivery_failures (member_id, id desc);
create index on delivery_failures (failed_at);

-- An SMS that its provider accepted and whose result is not known yet. Deleted with the result, after a day at most. Owner:
-- server/messages.
create table sms_receipts (
  id bigint generated always as identity primary key,
  recipient text not null,
  -- The id of the message at the provider.
  receipt text not null check (char_length(receipt) between 1 and 200),
  checks smallint not null default 0,
  accepted_at timestamptz not null
);
