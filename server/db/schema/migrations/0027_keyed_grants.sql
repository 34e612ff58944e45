-- What staff give under a key is given once (D-06) also where the key's answer is lost: with a server, or, as that table is
-- unlogged, with the database. It is a hash of who gave and of his key; grants without a key have none.
alter table point_grants add column idempotency_key_hash bytea unique check (octet_length(idempotency_key_hash) = 32);
