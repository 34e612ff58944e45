-- studio: when the last bytes of an upload arrived. Previous code writes none; its uploads reserve no space.
alter table studio_uploads add column received_at timestamptz;
