import type { Tx } from '#server/db/client.ts'
import { renderEmailWithButton } from '#server/messages/email-template.ts'
import type { PaymentDependencies } from '../../dependencies.ts'
import { tryLockWallet } from '../../ledger/wallet-queries.ts'
import { emailOwner, notifyOwner } from '../../payments/payment-emails.ts'
import { cardLabel } from '../emails.ts'
import { subscriptionEmailFooter as footer } from '../subscriptions.copy.ts'
import { offerEmail, offerFacts, offerTerms, stoppedOfferEmail } from './price-offers.copy.ts'
import {
  findStoppedOffers,
  findUnannouncedOffers,
  insertOffer,
  lockOpenOffer,
  setOutcome,
  type StoppedOffer,
} from './price-offer-queries.ts'

type Dependencies = Pick<PaymentDependencies, 'db' | 'transact' | 'clock' | 'log' | 'site_url'>

/** Rows of one query. */
const batchSize = 100

/**
 * Announces the offers of running price changes, and withdraws those of stopped ones. Each member has a transaction with the
 * e-mail, so a killed worker neither repeats nor loses one. A wallet that is locked is left to the next run.
 */
export async function announceOffers(deps: Dependencies, signal?: AbortSignal): Promise<void> {
  const now = deps.clock.now()
  const range = (after: number) => ({ after, limit: batchSize })
  await forEachFound(
    deps,
    (after) => findUnannouncedOffers(deps.db, now, range(after)),
    ({ subscription_id }) => subscription_id,
    (tx, { wallet_id, subscription_id }) =>
      announceOffer(tx, { wallet_id, subscription_id, now, site_url: deps.site_url }),
    signal,
  )
  await forEachFound(
    deps,
    (after) => findStoppedOffers(deps.db, now, range(after)),
    ({ id }) => id,
    (tx, offer) => takeBackOffer(tx, offer, { now, site_url: deps.site_url }),
    signal,
  )
}

/** Handles each row in a transaction of its own. A failure is logged and does not stop the others. */
async function forEachFound<R extends { wallet_id: number }>(
  { transact, log }: Dependencies,
  find: (after: number) => Promise<R[]>,
  idOf: (row: R) => number,
  handle: (tx: Tx, row: R) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  for (let after = 0; ;) {
    const rows = await find(after)
    for (const row of rows) {
      if (signal?.aborted) return
      await transact((tx) => handle(tx, row)).catch((error: Error) =>
        log.error({ error: error.message, wallet_id: row.wallet_id }, 'price offer failed'),
      )
    }
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    after = idOf(last)
  }
}

async function announceOffer(
  tx: Tx,
  {
    wallet_id,
    subscription_id,
    now,
    site_url,
  }: { wallet_id: number; subscription_id: number; now: Date; site_url: string },
): Promise<void> {
  if (!(await tryLockWallet(tx, wallet_id))) return
  // Searched again under the lock: the member may have cancelled, and another worker may have announced it.
  const [offer] = await findUnannouncedOffers(tx, now, { subscription_id })
  if (!offer) return
  const card = offer.company === null ? null : cardLabel({ ...offer, company: offer.company })
  const { price_change_id, effective_at } = offer
  const row = { price_change_id, subscription_id, effective_at, announced_at: now.toISOString() }
  await insertOffer(tx, { ...row, terms: offerTerms(offer, card) })
  const copy = { ...offerEmail(offer), footer }
  const email = renderEmailWithButton(copy, `${site_url}/mypage`, offerFacts(offer, card))
  await notifyOwner(
    tx,
    wallet_id,
    {
      kind: 'price_consent',
      key: `offer:${price_change_id}:${subscription_id}:${effective_at}`,
      data: {
        plan: offer.plan,
        price: offer.new_price,
        starts_at: effective_at,
        needs_consent: offer.needs_consent,
        without_consent: offer.without_consent,
      },
      email,
    },
    now,
  )
}

async function takeBackOffer(
  tx: Tx,
  { id, wallet_id, plan, old_price }: StoppedOffer,
  { now, site_url }: { now: Date; site_url: string },
): Promise<void> {
  if (!(await tryLockWallet(tx, wallet_id)) || !(await lockOpenOffer(tx, id))) return
  await setOutcome(tx, id, 'stopped')
  const copy = { ...stoppedOfferEmail(plan, old_price), footer }
  await emailOwner(tx, wallet_id, renderEmailWithButton(copy, `${site_url}/mypage`), now)
}
