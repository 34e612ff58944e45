-- Owned by media. What the source of a film has and the film has not, for staff: `SourceNotice` of the encoder.
alter table media_assets add column source_notices jsonb not null default '[]';
