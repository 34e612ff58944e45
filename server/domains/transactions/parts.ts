import type { Database } from '#server/db/client.ts'
import type { Log } from '#server/kernel/log.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Sealing } from '#server/kernel/sealing.ts'
import type { Payments } from '#server/outside/payments/index.ts'

/** What the use cases of this domain are given when the house is put together. */
export type MoneyParts = Pick<Database, 'db' | 'transact'> & {
  payments: Payments
  /** Seals the gateway’s keys of registered cards. */
  sealing: Sealing
  clock: Clock
  log: Log
  /** `https://hanpyeon.example`, without a last slash: the window returns to pages of it. */
  site_url: string
  /** Whether attempts are counted: not while a server is measured on loopback. */
  limits: boolean
}
