-- Triggers of the help center. `normalize_search_text` and `strip_markup` stand in the migration of the table, whose generated columns store
-- their results.

-- The arguments are the cache tags.
create or replace function invalidate_support() returns trigger language plpgsql as $$
begin
  perform notify_cache_invalidation(tg_argv);
  return null;
end $$;
create or replace trigger invalidate_support after insert or update or delete or truncate on faqs
  for each statement execute function invalidate_support('faqs');
create or replace trigger invalidate_support after insert or update or delete or truncate on announcements
  for each statement execute function invalidate_support('announcements');
create or replace trigger invalidate_support after insert or update or delete or truncate on inquiry_subjects
  for each statement execute function invalidate_support('faqs');
