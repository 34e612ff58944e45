-- Films of the demonstration are masters (D-92): nothing reads how far one is drawn, or whether an episode is listed while it is.
-- The code before this migration reads neither.
drop table film_drawings;
alter table episodes drop column is_shown_while_preparing;
