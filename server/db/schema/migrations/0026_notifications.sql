-- Notifications of members: what they are told of, who was told, and their switches.
-- Locks episodes, members, profiles. Previous code runs.

-- Something that members are told of, once. Owner: notifications; watch-history adds the recipients of new episodes.
create table notification_events (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- Names the event within its kind, such as `order:7`.
  key text not null check (char_length(key) between 1 and 100),
  -- The only recipient: a profile, or an account if `profile_id` is null. Both are null for an event of many recipients.
  member_id integer references members on delete cascade,
  profile_id integer,
  -- The work that it is about, without a foreign key: deleting a work does not delete the notifications of all its viewers.
  series_id integer,
  -- The values of its text and link.
  data jsonb not null,
  created_at timestamptz not null,
  -- The profile up to which the recipients have been added; null once all have.
  last_profile_id integer,
  unique nulls not distinct (kind, key, member_id, profile_id),
  foreign key (profile_id, member_id) references profiles (id, member_id) on delete cascade
);
create index notification_events_created on notification_events (created_at);
create index notification_events_member on notification_events (member_id) where member_id is not null;
create index notification_events_pending on notification_events (id) where last_profile_id is not null;

-- An event in the inbox of a recipient, once. Owner: notifications.
create table notifications (
  event_id bigint not null references notification_events on delete cascade,
  member_id integer not null references members on delete cascade,
  -- Null: of the account.
  profile_id integer,
  read_at timestamptz,
  unique nulls not distinct (member_id, event_id, profile_id) include (read_at),
  foreign key (profile_id, member_id) references profiles (id, member_id) on delete cascade
);
create index notifications_event on notifications (event_id);

-- A switch that differs from the default of its kind and channel. Owner: notifications.
create table notification_switches (
  member_id integer not null references members on delete cascade,
  -- Null for kinds of the account.
  profile_id integer,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  channel text not null check (channel ~ '^[a-z_]{1,20}$'),
  is_on boolean not null,
  unique nulls not distinct (member_id, profile_id, kind, channel),
  foreign key (profile_id, member_id) references profiles (id, member_id) on delete cascade
);

-- When mails that can be switched off wait: hours in Seoul, the second one exclusive. Owner: notifications.
create table quiet_hours (
  member_id integer primary key references members on delete cascade,
  from_hour smallint not null check (from_hour between 0 and 23),
  to_hour smallint not null check (to_hour between 0 and 23),
  check (from_hour <> to_hour)
);

-- Episodes that became public and are not announced to viewers yet. Owner: watch-history; a trigger inserts them.
create table opened_episodes (
  episode_id integer primary key references episodes on delete cascade
);

-- Episodes that were public before, so that they are not new when they are shown again. Owner: watch-history; triggers only.
create table withdrawn_episodes (
  episode_id integer primary key references episodes on delete cascade
);
do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke insert, update, delete on withdrawn_episodes from hanpyeon_app;
    revoke insert on opened_episodes from hanpyeon_app;
  end if;
end $$;
