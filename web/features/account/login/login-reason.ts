/** The reason for the login dialog, which selects its text. */
export type LoginReason = 'watch' | 'signup_incomplete' | 'default'
