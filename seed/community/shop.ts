import { ownershipTypes } from '#contract/transactions/payment-constants.ts'
import type { Member } from '#server/api/request-context.ts'
import type { Tx } from '#server/db/client.ts'
import { playableScope } from '#server/domains/contents/index.ts'
import {
  confirmPayment,
  createBuyWithPoints,
  createPointTransactions,
  type Entitlement,
  entitlementTo,
  grantPoints,
  orderEpisode,
  type Payer,
  type PaymentDependencies,
  recordPlanUse,
  recordPurchaseUse,
  registerCard,
  requestRefund,
  setAutoRenew,
  subscribe,
} from '#server/domains/transactions/index.ts'
import type { PaymentWindow } from '#contract/transactions/transactions.ts'
import type { PastGateway } from './past-gateway.ts'
import { sql } from 'kysely'

const agreed = { precautions_agreed: true, privacy_agreed: true } as const
const { rental, owned } = ownershipTypes

export type Shop = ReturnType<typeof openShop>
export type OldPurchase = { member: Member; episode_id: number; price: number; at: number }
type State = Entitlement & {
  wallet_id: number | null
  points: number
  price: number
  rental_price: number | null
}

/** The only profile of a member of the demonstration. */
export async function findOnlyProfile(tx: Tx, member_id: number): Promise<number> {
  const { id } = await tx
    .selectFrom('profiles')
    .select('id')
    .where('member_id', '=', member_id)
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Returns what members do with money, through the product's own use cases and at the time of the clock.
 * @param gateway null if payments by card are not simulated; points are then granted instead.
 */
export function openShop(tx: Tx, deps: PaymentDependencies, gateway: PastGateway | null) {
  const buyWithPoints = createBuyWithPoints(deps)
  const chargePoints = createPointTransactions(deps)
  const now = () => deps.clock.now()
  const payer = async (member: Member): Promise<Payer> => {
    const profile_id = await findOnlyProfile(tx, member.id)
    return { member, profile_id, db: tx, transact: deps.transact, now: now() }
  }

  async function pay(member: Member, window: PaymentWindow | null) {
    if (!window || !gateway) return
    const payment_key = await gateway.pay(window)
    const { order_id, amount } = window
    const { status } = await confirmPayment(deps, await payer(member), {
      payment_key,
      order_id,
      amount,
    })
    if (status !== 'paid') throw new Error(`The payment is ${status}`)
  }

  /** @returns undefined before the episode is released. */
  async function readState(member: Member, episode_id: number) {
    const entitlement = entitlementTo(playableScope, sql`${member.id}::int`, now())
    const { rows } = await sql<State>`
      select ${entitlement.columns}, wallet.id as wallet_id, e.price, e.rental_price,
        coalesce(wallet.event_point + wallet.paid_point, 0) as points
      from episodes e join series s on s.id = e.series_id ${entitlement.joins}
      where e.id = ${episode_id} and e.released_at <= ${now().toISOString()}`.execute(tx)
    return rows[0]
  }

  const grant = (member: Member, amount: number) =>
    grantPoints(tx, { member_id: member.id, amount, idempotency_key_hash: null, now: now() })

  /** Buys an episode with the points that the member has, else by card. */
  async function buy(member: Member, episode_id: number, ownership_type_id: 2 | 3, byCard = false) {
    const state = await readState(member, episode_id)
    if (!state) return
    const price = ownership_type_id === rental ? (state.rental_price ?? state.price) : state.price
    const item = { episode_id, ownership_type_id }
    if (gateway && (byCard || state.points < price)) {
      const order = { ...item, ...agreed, payment_method: 'card' } as const
      return pay(member, (await orderEpisode(deps, await payer(member), order)).payment_window)
    }
    if (state.points < price) await grant(member, price)
    await buyWithPoints({
      member,
      profile_id: await findOnlyProfile(tx, member.id),
      ...item,
      changed_point: -price,
      now: now(),
    })
  }

  return {
    buy,
    grant,
    /**
     * Buys episodes with points that the buyers get before. The nth purchases of all members share a transaction.
     */
    async buyInBatches(purchases: readonly OldPurchase[]) {
      const byMember = Map.groupBy(purchases, ({ member }) => member)
      const profiles = new Map<Member, number>()
      for (const [member, own] of byMember) {
        profiles.set(member, await findOnlyProfile(tx, member.id))
        const amount = own.reduce((sum, { price }) => sum + price, 0)
        const first = new Date(Math.min(...own.map(({ at }) => at)) - 60_000)
        await grantPoints(tx, {
          member_id: member.id,
          amount,
          idempotency_key_hash: null,
          now: first,
        })
      }
      const most = Math.max(0, ...[...byMember.values()].map(({ length }) => length))
      for (let nth = 0; nth < most; nth++)
        await Promise.all(
          [...byMember.values()].flatMap((own) => {
            const purchase = own.toSorted((a, b) => a.at - b.at)[nth]
            if (!purchase) return []
            const { member, episode_id, price, at } = purchase
            const item = { episode_id, ownership_type_id: owned, changed_point: -price }
            const profile_id = profiles.get(member) ?? null
            return [buyWithPoints({ member, profile_id, ...item, now: new Date(at) })]
          }),
        )
      await sql`
        update purchases p set first_used_at = p.purchased_at from wallets w
        where w.id = p.wallet_id and w.member_id = any (${[...byMember.keys()].map(({ id }) => id)}::int[])`.execute(
        tx,
      )
    },
    /** Plays an episode beyond its preview, and buys it before if nothing else opens it. */
    async watch(member: Member, episode_id: number) {
      let state = await readState(member, episode_id)
      if (state?.access === 'locked') {
        const isRented = state.rental_price !== null && member.id % 2 === 0
        await buy(member, episode_id, isRented ? rental : owned)
        state = await readState(member, episode_id)
      }
      if (state?.access === 'subscribed') await recordPlanUse(tx, state.wallet_id ?? 0, now())
      if (state?.purchase_id) await recordPurchaseUse(tx, state.purchase_id, now())
    },
    async topUp(member: Member, amount: number) {
      if (!gateway) return
      const charge = { changed_point: amount, is_event: false, is_topup: true, ...agreed }
      const body = { ...charge, payment_method: 'card' } as const
      await pay(member, (await chargePoints(await payer(member), body)).payment_window)
    },
    /** Starts a plan, or changes to it. @param card the name of a test card. */
    async subscribe(member: Member, subscription_plan_id: number, card = 'approve') {
      if (!gateway) return
      const plan = { subscription_plan_id }
      const { billing_auth } = await subscribe(deps, member.id, { ...plan, ...agreed }, now())
      if (!billing_auth) return
      const { customer_key } = billing_auth
      const auth_key = await gateway.register(billing_auth, card)
      await registerCard(deps, member.id, { ...plan, auth_key, customer_key }, now())
    },
    async stopPlan(member: Member) {
      if (gateway) await setAutoRenew(deps, member.id, false, now())
    },
    /** Refunds the latest order of the member that was paid by card. */
    async refundLatest(member: Member) {
      // Checks what a commit checks while the order is still paid.
      await sql`set constraints all immediate`.execute(tx)
      await sql`set constraints all deferred`.execute(tx)
      const { rows } = await sql<{ order_id: string }>`
        select o.order_id from orders o join wallets w on w.id = o.wallet_id
        where w.member_id = ${member.id} and o.status = 'paid' and o.payment_method = 'card' order by o.id desc limit 1`.execute(
        tx,
      )
      const order_id = rows[0]?.order_id
      if (order_id) await requestRefund(deps, await payer(member), { order_id })
    },
  }
}
