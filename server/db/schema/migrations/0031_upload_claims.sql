-- A process that turns a complete upload into an asset claims it before it copies the file, and renews the claim while it
-- copies. Another process takes over once the claim has expired.
alter table studio_uploads add column claimed_until timestamptz;
