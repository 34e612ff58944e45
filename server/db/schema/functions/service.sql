-- Cache invalidation of the settings of the service and of its legal documents.

create or replace function invalidate_service() returns trigger language plpgsql as $$
begin
  perform notify_cache_invalidation(array['service']);
  return null;
end $$;
create or replace trigger invalidate_service after insert or update or delete or truncate on service_settings
  for each statement execute function invalidate_service();
create or replace trigger invalidate_service after insert or update or delete or truncate on terms_versions
  for each statement execute function invalidate_service();
