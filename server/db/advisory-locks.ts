/**
 * First keys of the advisory locks of sessions, whose second key is an id or a hash. As keys of one object they are
 * distinct: TypeScript refuses a repeated one. The locks of transactions have a single key, which PostgreSQL keeps apart.
 */
const purposes = {
  /** The token of an upload, locked by the server that writes it. */
  30_064: 'upload',
  /** The name of a pool of workers, locked while it lives. */
  4_820_312: 'worker',
  /** The id of a server process, locked while it lives. */
  4_820_313: 'process',
} as const

type Purpose = (typeof purposes)[keyof typeof purposes]

export const lockClasses = Object.fromEntries(
  Object.entries(purposes).map(([lockClass, purpose]) => [purpose, Number(lockClass)]),
) as Readonly<Record<Purpose, number>>

/** Locked as a single key while a process migrates. */
export const migrationLock = 4_820_311
