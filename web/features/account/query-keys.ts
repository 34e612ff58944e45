export const accountKeys = {
  profiles: ['profiles'],
  sessions: ['account', 'sessions'],
  continueWatching: ['account', 'continue-watching'],
  notifications: ['account', 'notifications'],
  notificationSettings: ['account', 'notification-settings'],
  ageVerification: ['account', 'age-verification'],
  passkeys: ['account', 'passkeys'],
  /** The second factor state of this session. */
  secondFactor: ['account', 'second-factor'],
} as const
