// Apart from progress-outbox-sync.ts, which pages load only where there is progress to send.
export const outboxKeyPrefix = 'hanpyeon.progress-outbox.'

/** Storage key of the progress of a profile that the server has not confirmed. See progress-outbox-sync.ts. */
export const outboxKeyOf = (profile_id: number): string => `${outboxKeyPrefix}${profile_id}`
