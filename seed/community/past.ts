import { hourMs } from '#contract/core/seoul-time.ts'
import type { Tx } from '#server/db/client.ts'
import {
  findDueSubscriptions,
  type PaymentDependencies,
  renewSubscription,
} from '#server/domains/transactions/index.ts'
import { createPaymentGateway } from '#server/adapters/payments/index.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { PastGateway } from './past-gateway.ts'
import { openShop, type Shop } from './shop.ts'

/** Something that happened at an instant, in ms since 1970. */
export type PastEvent = { at: number; run: (shop: Shop) => Promise<void> }

export type PastClock = Clock & { set(at: Date): void }

/** Dependencies of the use cases, all in one transaction. */
export const createPastDependencies = (
  tx: Tx,
  parts: {
    encryption: Encryption
    site_url: string
    clock: Clock
    log: Logger
    gateway: PastGateway | null
  },
): PaymentDependencies => ({
  db: tx,
  limits: false,
  transact: (run) => run(tx),
  payments: parts.gateway?.payments ?? createPaymentGateway(undefined, parts.log),
  encryption: parts.encryption,
  site_url: parts.site_url,
  clock: parts.clock,
  log: parts.log,
})

/** Plans are renewed at the first event this long after the last renewals. */
const renewalIntervalMs = 6 * hourMs

/** More than the demonstration has. */
const maxDue = 1_000

/** Renews what is due, as the jobs of a worker do. */
async function renewDue(deps: PaymentDependencies): Promise<void> {
  const page = { after: undefined, limit: maxDue }
  for (const { wallet_id } of await findDueSubscriptions(deps.db, deps.clock.now(), page))
    await renewSubscription(deps, wallet_id)
}

/** Runs events in the order of their times, and renews the plans that are due by then. */
export async function runPast(
  tx: Tx,
  deps: PaymentDependencies,
  {
    gateway,
    clock,
    now,
    events,
  }: { gateway: PastGateway | null; clock: PastClock; now: Date; events: readonly PastEvent[] },
): Promise<void> {
  const shop = openShop(tx, deps, gateway)
  let renewedAt = -Infinity
  for (const { at, run } of events.toSorted((a, b) => a.at - b.at)) {
    clock.set(new Date(Math.min(at, now.getTime())))
    if (at - renewedAt > renewalIntervalMs) {
      await renewDue(deps)
      renewedAt = at
    }
    await run(shop)
  }
  clock.set(now)
  await renewDue(deps)
}
