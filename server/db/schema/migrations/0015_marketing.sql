-- Marketing mail (D-83): campaigns of the studio, and the bulk mail that delivers them.

-- Further header lines of an e-mail, by name. Owner: server/messages.
alter table messages add column headers jsonb;
-- Marketing mail, which may wait for the morning.
alter table messages add column is_bulk boolean not null default false;

-- A mail to the members who consented to marketing. Owner: studio.
create table marketing_campaigns (
  id integer generated always as identity primary key,
  -- The subject after `(광고) `, and the body as rich text.
  title text not null check (char_length(title) between 1 and 100),
  context text not null check (char_length(context) between 1 and 20000),
  -- Conditions on the audience; null does not filter. Days in Seoul, both inclusive.
  joined_from date,
  joined_to date,
  has_plan boolean,
  watched_within_days integer check (watched_within_days between 1 and 3650),
  not_watched_for_days integer check (not_watched_for_days between 1 and 3650),
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'sending', 'sent')),
  -- When sending may begin.
  send_at timestamptz,
  started_at timestamptz,
  completed_at timestamptz,
  -- Members in the audience when sending began.
  audience integer not null default 0 check (audience >= 0),
  -- Mails to members up to this id are queued.
  last_member_id integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint marketing_campaigns_send_at_check check ((send_at is null) = (status = 'draft')),
  constraint marketing_campaigns_started_at_check check ((started_at is not null) = (status in ('sending', 'sent'))),
  constraint marketing_campaigns_completed_at_check check ((completed_at is not null) = (status = 'sent'))
);

-- A mail of a campaign to a member, inserted in the transaction that queues it: no member gets a campaign twice. The row of
-- a deleted member remains for the figures, without the member. Owner: studio.
create table marketing_recipients (
  id bigint generated always as identity primary key,
  campaign_id integer not null references marketing_campaigns on delete cascade,
  member_id integer references members on delete set null,
  -- The queued mail, which is deleted when it is sent.
  message_id integer not null unique,
  -- `skipped`: the member withdrew the consent, or left, before the mail was sent.
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'skipped')),
  -- When the member withdrew the consent by the link in this mail.
  unsubscribed_at timestamptz,
  constraint marketing_recipients_once unique (campaign_id, member_id)
);
create index on marketing_recipients (campaign_id, status);
create index on marketing_recipients (campaign_id) where unsubscribed_at is not null;
create index on marketing_recipients (member_id);
