/** Storage key of progress that the server has not confirmed. See progress-outbox-sync.ts. */
export const outboxStorageKey = 'hanpyeon.progress-outbox'
