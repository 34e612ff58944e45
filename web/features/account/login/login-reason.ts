/** The reason for signing in; the dialog's text follows it. */
export type LoginReason = 'watch' | 'unfinished' | 'plain'
