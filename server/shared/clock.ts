/** Where all business time comes from (rule 9): tests put in one they can move. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/**
 * Milliseconds for limits and windows of this process: they do not go back when the machine's clock is set. A clock that
 * a test moves moves them too.
 */
export const elapsedBy = (clock: Clock): (() => number) =>
  clock === systemClock ? () => performance.now() : () => clock.now().getTime()
