-- Home has a row of short films and no row of people: what stood below the people stands below the works from abroad.
-- The code before this migration may still write 'people' until it stops.
alter table home_rows drop constraint home_rows_after_row_check;
alter table home_rows add constraint home_rows_after_row_check check (after_row in
  ('hero', 'ranked', 'newest', 'editorial', 'korean', 'short_films', 'upcoming', 'abroad', 'people', 'vertical', 'curation',
    'banner', 'categories'));
update home_rows set after_row = 'abroad' where after_row = 'people';
