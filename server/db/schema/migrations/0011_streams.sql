-- D-46. The places of members that are taken: who plays what, in which player of which browser. A row whose time is
-- over holds its place until somebody wants it. It goes with its session, so that signing out frees the place.
create table active_streams (
  -- Drawn anew whenever a player takes its place: what is told or asked of an older one concerns nobody.
  id bigint generated always as identity primary key,
  member_id integer not null references members on delete cascade,
  session_id integer not null references sessions on delete cascade,
  -- What a tab calls itself, so that it finds its place again after a reload.
  player_id text not null check (char_length(player_id) between 16 and 64),
  episode_id integer not null references episodes on delete cascade,
  started_at timestamptz not null,
  -- Moved by progress and in no index, so that a row is rewritten within its page (HOT).
  expires_at timestamptz not null,
  unique (member_id, player_id)
) with (fillfactor = 70);
create index on active_streams (session_id);
create index on active_streams (episode_id);
