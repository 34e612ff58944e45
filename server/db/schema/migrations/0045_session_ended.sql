-- One notification for up to 500 ended sessions instead of one for each, with their ids separated by spaces. Earlier code reads
-- a single id, and closes the sockets of several within a minute, when it checks their sessions.
create function notify_sessions_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ended', string_agg(id::text, ' '))
  from (select id, row_number() over () / 500 as batch from ended) as e
  group by batch;
  return null;
end $$;
drop trigger notify_session_ended on sessions;
create trigger notify_sessions_ended after delete on sessions referencing old table as ended
  for each statement execute function notify_sessions_ended();
