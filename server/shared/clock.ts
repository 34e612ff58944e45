/** The source of all business time; tests use an adjustable clock. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/**
 * Returns milliseconds for limits and windows of this process. They are monotonic when the system clock is set, and follow
 * an adjustable clock in tests.
 */
export const elapsedBy = (clock: Clock): (() => number) =>
  clock === systemClock ? () => performance.now() : () => clock.now().getTime()

/**
 * How far the clocks of two servers may differ. An instant that was stored as the present and lies further ahead was stored
 * by a clock that was wrong, and delays nobody.
 */
export const clockToleranceMs = 5_000
