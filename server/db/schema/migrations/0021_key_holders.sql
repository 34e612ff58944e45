-- Which process answers a key (D-06), as the number of the advisory lock that it holds for as long as it lives: what one
-- was answering that died may be made again at once. 0 is nobody's.
alter table idempotency_keys add column process_lock_id integer not null default 0;
