/** Where all business time comes from (rule 9): tests put in one they can move. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
