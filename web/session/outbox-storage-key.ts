/** Storage key of progress that the server has not confirmed. See progress-queue.ts. */
export const outboxStorageKey = 'hanpyeon.progress'
