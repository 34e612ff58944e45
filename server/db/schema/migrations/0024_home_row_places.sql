-- The contract alone lists the parts of home: the check named one that is gone, and a new part needed a migration.
-- Locks home_rows. Previous code runs.
alter table home_rows drop constraint home_rows_after_row_check;
