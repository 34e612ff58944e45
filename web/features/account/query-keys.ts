export const accountKeys = {
  profiles: ['profiles'],
  sessions: ['account', 'sessions'],
  continueWatching: ['account', 'continue-watching'],
  passkeys: ['account', 'passkeys'],
  /** The second factor state of this session. */
  secondFactor: ['account', 'second-factor'],
} as const
