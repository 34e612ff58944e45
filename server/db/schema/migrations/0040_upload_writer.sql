-- studio: the page that sends an upload, by a random id. Null if an older page does.
alter table studio_uploads add column writer text check (length(writer) <= 64);
