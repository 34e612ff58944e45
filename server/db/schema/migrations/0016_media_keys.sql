-- Films that are sold lie enciphered (D-41): two keys each, for the free beginning and for the rest (D-42).

create table content_keys (
  asset_id integer primary key references media_assets on delete cascade,
  -- Both keys of AES-128, hexadecimal, sealed as personal data is.
  keys_ciphertext bytea not null,
  -- Seconds that the first key opens; null until the enciphered folder is there.
  preview_duration double precision check (preview_duration >= 0)
);
