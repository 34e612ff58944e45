-- The network of a visitor's view, as a keyed hash that changes with the day; null for members. Views of one network are
-- counted only up to an allowance per episode and day (D-47), so that sessions which anybody can open forge few views.
alter table daily_viewers add column network bigint;
create index daily_viewers_network on daily_viewers (day, content_type, object_id, network) where network is not null;

-- Sessions without a member live for a day at most (D-22); those that were opened for longer end then.
update sessions set expires_at = least(expires_at, now() + interval '1 day') where member_id is null;
