-- Territories and notes of the licence of a work, for staff.
-- Locks series. Previous code runs.
alter table series
  add column territories text not null default '',
  add column licence_notes text not null default '',
  add constraint series_territories_check check (char_length(territories) <= 500) not valid,
  add constraint series_licence_notes_check check (char_length(licence_notes) <= 5000) not valid;
