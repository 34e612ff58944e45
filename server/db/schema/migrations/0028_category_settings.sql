-- The categories of the header, and the titles of home's rows of works from Korea and abroad, as settings.
-- Locks catalogue_settings. Previous code runs.
alter table catalogue_settings
  -- In order. Those that are hidden are left out.
  add column header_category_ids smallint[] not null default '{1,2,3}' check (cardinality(header_category_ids) <= 3),
  add column korean_title text not null default '우리 이야기, 국내 작품' check (char_length(korean_title) between 1 and 40),
  add column abroad_title text not null default '바다 건너온 이야기' check (char_length(abroad_title) between 1 and 40);
