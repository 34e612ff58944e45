-- Captions for deaf viewers: `ko-x-sdh`. The previous version shows no captions to a profile that prefers them.
alter table media_caption_sources drop constraint media_caption_sources_language_check;
alter table media_caption_sources add constraint media_caption_sources_language_check
  check (language ~ '^[a-z]{2,3}(-[A-Za-z]{2,8})?(-x-sdh)?$') not valid;
alter table profiles drop constraint profiles_caption_language_check;
alter table profiles add constraint profiles_caption_language_check
  check (caption_language in ('ko', 'ko-x-sdh', 'en', 'off')) not valid;
