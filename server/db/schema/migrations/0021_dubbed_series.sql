-- outside a transaction
-- Lists of dubbed works read the kind of series_listings since 0015.
-- Locks nothing. Previous code runs.
drop index concurrently if exists series_dubbed;
