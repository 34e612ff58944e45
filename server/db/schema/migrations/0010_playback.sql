-- Concurrent streams.

-- A stream slot of a member, taken by a player. An expired slot remains until another player needs it. Signing out deletes
-- it with the session. Owner: playback.
create table active_streams (
  -- Renewed whenever a player takes its slot, so that messages about the previous one are ignored.
  id bigint generated always as identity primary key,
  member_id integer not null references members on delete cascade,
  session_id bigint not null references sessions on delete cascade,
  -- Identifies a tab, which finds its slot after a reload.
  player_id text not null check (char_length(player_id) between 16 and 64),
  episode_id integer not null references episodes on delete cascade,
  started_at timestamptz not null,
  -- Extended by progress; in no index, so that updates stay within the page (HOT).
  expires_at timestamptz not null,
  -- The player paused or ended: progress does not extend the slot, and any player may take it.
  is_yielded boolean not null default false,
  -- The last reported position in seconds, which decides which content keys are delivered.
  position double precision check (position >= 0),
  unique (member_id, player_id)
) with (fillfactor = 70);
create index on active_streams (session_id);
create index on active_streams (episode_id);
