-- outside a transaction
-- Checks the rows from before the profiles while others write.
alter table sessions validate constraint sessions_profile_fkey;
alter table watch_histories validate constraint watch_histories_profile_fkey;
alter table likes validate constraint likes_profile_fkey;
alter table reviews validate constraint reviews_profile_fkey;
alter table release_alerts validate constraint release_alerts_profile_fkey;
alter table member_list_counts validate constraint member_list_counts_profile_fkey;
