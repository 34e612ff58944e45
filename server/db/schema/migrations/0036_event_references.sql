-- A new episode adds a row for each of its viewers, and each checked and locked the same event. Events are deleted after their
-- notifications (deleteEventsUpTo), or with the member, whose notifications have a foreign key of their own.
-- Locks notifications, notification_events. Previous code runs.
alter table notifications drop constraint notifications_event_id_fkey;
