import { ownershipTypes } from '#contract/transactions/payment-constants.ts'
import type { PaymentWindow } from '#contract/transactions/transactions.ts'
import type { Db } from '#server/db/client.ts'
import {
  createPointTransactions,
  confirmPayment,
  type PaymentDependencies,
  recordPurchaseUse,
  orderEpisode,
  type Payer,
} from '#server/domains/transactions/index.ts'
import { demoMembers } from './demo-credentials.ts'
import { sql } from 'kysely'
import { windowUrl } from '../../simulators/payment-gateway/window/window-url.ts'

/** A top-up large enough to leave points of both kinds. */
const topUp = 30_000
const agreed = { precautions_agreed: true, privacy_agreed: true } as const
const owned = ownershipTypes.owned
/** The card of the simulator's window that is always approved. */
const card_number = '4330123400000009'

/**
 * Makes the purchases of the demo viewer (D-91) through the gateway simulator like any member: points of both kinds, an
 * episode bought with points that was watched and is not refundable, and a refundable one bought by card. Existing purchases
 * are kept, so that an interrupted run resumes. Waits until the videos are ready.
 * @returns whether all purchases were completed now.
 */
export async function seedPurchases(parts: PaymentDependencies): Promise<boolean> {
  const { db, transact, clock } = parts
  const viewer = await findViewer(db)
  if (!viewer || (await isPlanted(db))) return false
  const payer: Payer = {
    ...{ member: viewer, profile_id: viewer.id },
    ...{ db, transact, now: clock.now() },
  }
  const [played, kept] = await findEpisodes(db, payer.now)
  const chargePoints = createPointTransactions(parts)
  const had = await readHad(db, viewer.id)
  const pay = (window: PaymentWindow | null) => payInWindow(parts, payer, window)

  if (!had.has_points) {
    const charge = { changed_point: topUp, is_event: false, is_topup: true, ...agreed }
    await pay((await chargePoints(payer, { ...charge, payment_method: 'card' })).payment_window)
  }
  if (!played?.is_ready || !kept?.is_ready) return false
  if (!had.episodes.includes(played.id)) {
    const spent = { changed_point: -played.price, is_event: false, is_topup: false, ...agreed }
    const episode = { payment_method: 'point', episode: played.id } as const
    await chargePoints(payer, { ...spent, ...episode, ownership_type_id: owned })
  }
  await transact(async (tx) => {
    const { id } = await tx
      .selectFrom('purchases')
      .innerJoin('wallets', 'wallets.id', 'purchases.wallet_id')
      .select('purchases.id')
      .where('wallets.member_id', '=', viewer.id)
      .where('episode_id', '=', played.id)
      .executeTakeFirstOrThrow()
    await recordPurchaseUse(tx, id, payer.now)
  })
  if (!had.episodes.includes(kept.id)) {
    const item = { episode_id: kept.id, ownership_type_id: owned, ...agreed }
    await pay(
      (await orderEpisode(parts, payer, { ...item, payment_method: 'card' })).payment_window,
    )
  }
  await transact((tx) => tx.insertInto('seed_runs').values({ name: seedName }).execute())
  return true
}

const seedName = 'demo money'

async function isPlanted(db: Db): Promise<boolean> {
  const seed = await db
    .selectFrom('seed_runs')
    .select('name')
    .where('name', '=', seedName)
    .executeTakeFirst()
  return seed !== undefined
}

async function findViewer(db: Db): Promise<Payer['member'] | undefined> {
  const [{ email }] = demoMembers
  const row = await db
    .selectFrom('members')
    .select(['id', 'email', 'username', 'phone_ciphertext', 'profile_image_key'])
    .select(['is_marketing_agreed', 'adult_verified_until', 'is_staff'])
    .where('email', '=', email)
    .where('is_demo', '=', true)
    .executeTakeFirst()
  return row && { ...row, staff_role: null, event_point: 0, paid_point: 0 }
}

type Found = { id: number; price: number; is_ready: boolean }

/** Finds two playable episodes for sale, cheapest first, always of the same works. */
async function findEpisodes(db: Db, now: Date): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select e.id, e.price, e.video_state = 'ready' as is_ready from episodes e join series s on s.id = e.series_id
    where not e.is_free and e.price > 0 and s.age_rating <> '19' and not e.is_hidden and not s.is_hidden
      and e.released_at <= ${now} and e.video_state <> 'none'
    order by e.price, e.id limit 2`.execute(db)
  return rows
}

async function readHad(db: Db, member_id: number) {
  const { rows } = await sql<{ has_points: boolean; episodes: number[] | null }>`
    select exists (select from orders o where o.wallet_id = w.id and o.kind = 'points' and o.paid_at is not null) as has_points,
      (select json_agg(p.episode_id) from purchases p where p.wallet_id = w.id) as episodes
    from wallets w where w.member_id = ${member_id}`.execute(db)
  return { has_points: rows[0]?.has_points ?? false, episodes: rows[0]?.episodes ?? [] }
}

/** Completes the simulator's payment window without a browser and confirms the payment. */
async function payInWindow(parts: PaymentDependencies, payer: Payer, window: PaymentWindow | null) {
  if (!window) throw new Error('What is paid by card has a window')
  const expiry = `12/${String((payer.now.getUTCFullYear() + 5) % 100).padStart(2, '0')}`
  const response = await fetch(windowUrl(window), {
    method: 'POST',
    body: new URLSearchParams({ action: 'go', card_number, expiry }),
    redirect: 'manual',
  })
  const back = new URL(response.headers.get('location') ?? '', window.success_url).searchParams
  const payment_key = back.get('paymentKey')
  if (!payment_key) throw new Error(`The window answered ${response.status}`)
  const { order_id, amount } = window
  const { status } = await confirmPayment(parts, payer, { payment_key, order_id, amount })
  if (status !== 'paid') throw new Error(`The payment is ${status}`)
}
