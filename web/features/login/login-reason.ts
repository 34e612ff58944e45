/** Why it is asked: what the dialog says. */
export type LoginReason = 'watch' | 'unfinished' | 'plain'
