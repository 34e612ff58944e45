-- The counters of guesses, codes and granted points outlive a crash, and a failover: a replica has the rows of logged tables only.
-- Locks rate_limits. Previous code runs.
alter table rate_limits set logged;
