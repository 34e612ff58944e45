export const accountKeys = {
  profiles: ['profiles'],
  sessions: ['account', 'sessions'],
  continueWatching: ['account', 'continue-watching'],
  notifications: ['account', 'notifications'],
  notificationSettings: ['account', 'notification-settings'],
  pushState: ['account', 'push-state'],
  ageVerification: ['account', 'age-verification'],
  deviceRequest: (code: string) => ['account', 'device-request', code],
  passkeys: ['account', 'passkeys'],
  /** The second factor state of this session. */
  secondFactor: ['account', 'second-factor'],
} as const
