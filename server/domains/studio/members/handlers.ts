import type { endpoints } from '#contract/index.ts'
import type { MemberSheet } from '#contract/studio-members.ts'
import {
  type AccountsParts,
  findMembers,
  readMember,
  signMemberOut,
} from '#server/domains/accounts/index.ts'
import { readInquiries } from '#server/domains/customer-services/index.ts'
import {
  findOrderOwner,
  grantPoints,
  listMoney,
  listOrders,
  listPurchases,
  listRefunds,
  type MoneyParts,
  readMySubscription,
  readRefund,
  reserveStaffRefund,
  settleRefund,
} from '#server/domains/transactions/index.ts'
import type { Caller, Handlers } from '#server/kernel/handler.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { recordAct } from '../acts.ts'
import type { MemberAct } from './kinds.ts'
import { noteLook } from './looked-at.ts'
import { hash } from 'node:crypto'

const pageSize = 20
const orderId = /^[A-Za-z0-9_-]{6,64}$/

export type MembersParts = Pick<AccountsParts, 'sealing'> & { money: MoneyParts }

/** Whoever the act is about is named by his id alone: the log outlives him. */
const about = (id: number) => ({
  ...{ subject_kind: 'member', subject_id: id, subject_name: `#${id}` },
})

export function studioMembersHandlers({
  sealing,
  money,
}: MembersParts): Handlers<typeof endpoints.studio_members> {
  async function sheet({ db, now }: Pick<Caller, 'db' | 'now'>, id: number): Promise<MemberSheet> {
    const [member, { subscription }] = await Promise.all([
      readMember(db, sealing, id, now),
      readMySubscription(db, id, now),
    ])
    if (!member) return refuse('not_found')
    return {
      ...member,
      subscription: subscription && {
        ...subscription,
        plan_name: subscription.plan.name,
        failed: subscription.failed?.detail ?? null,
      },
    }
  }
  const newestFirst = { ordering: '-transaction_date' } as const

  return {
    async findMembers({ db, body }) {
      const q = body.q.trim()
      const also_id = orderId.test(q) ? await findOrderOwner(db, q) : undefined
      const page = { limit: pageSize, offset: body.offset }
      const { count, results } = await findMembers(db, sealing, { q, also_id, ...page })
      return { count, results }
    },
    async readMember(call) {
      await noteLook(call, call.params.id)
      return sheet(call, call.params.id)
    },
    async listPurchases(call) {
      await noteLook(call, call.params.id)
      return listPurchases(call.db, call.params.id, call.query, call.now)
    },
    async listMoney(call) {
      await noteLook(call, call.params.id)
      return listMoney(call.db, call.params.id, { ...call.query, ...newestFirst })
    },
    async listOrders(call) {
      await noteLook(call, call.params.id)
      return listOrders(call.db, call.params.id, call.query, call.now)
    },
    async listRefunds(call) {
      await noteLook(call, call.params.id)
      return listRefunds(call.db, call.params.id, call.query)
    },
    async listInquiries(call) {
      await noteLook(call, call.params.id)
      return readInquiries(call.db, call.params.id, call.query)
    },

    async signOut(call) {
      const { params, body } = call
      await call.transact(async (tx) => {
        const out = { member_id: params.id, device_id: body.device_id }
        const ended = (await signMemberOut(tx, out)) ?? refuse('not_found')
        await recordAct(tx, call, {
          ...{ kind: 'member.signed_out', ...about(params.id), reason: body.reason },
          before: { device: body.device_id === null ? 'all' : ended.device },
        } satisfies MemberAct)
      })
      return sheet(call, params.id)
    },

    async refund(call) {
      const { params, body, now } = call
      if (params.id === call.member?.id) refuse('forbidden')
      const reserved = await call.transact(async (tx) => {
        const wanted = { member_id: params.id, order_id: body.order_id, now }
        const { refund, obstacle } = await reserveStaffRefund(tx, money, wanted)
        const { id: refund_id, title, won, event_point, paid_point } = refund
        await recordAct(tx, call, {
          ...{ kind: 'member.refunded', ...about(params.id), reason: body.reason },
          after: {
            ...{ refund_id, order_id: body.order_id, title, won, event_point, paid_point },
            // What would have kept the member himself from it (D-55).
            overrode: obstacle,
          },
        } satisfies MemberAct)
        return refund
      })
      if (reserved.won > 0) await settleRefund(money, reserved.id)
      return readRefund(call.db, reserved.id)
    },

    async grantPoints(call) {
      const { params, body, now } = call
      // Nobody gives to himself what is the house's.
      if (params.id === call.member?.id) refuse('forbidden')
      return call.transact(async (tx) => {
        const there = await tx
          .selectFrom('members')
          .select('id')
          .where('id', '=', params.id)
          .executeTakeFirst()
        if (!there) refuse('not_found')
        // One member's keys are nothing to another's (D-06).
        const key_hash =
          call.member && call.key ? hash('sha256', `${call.member.id} ${call.key}`, 'buffer') : null
        const wanted = { member_id: params.id, amount: body.amount, key_hash, now }
        const { is_new, ...given } = await grantPoints(tx, wanted)
        if (is_new)
          await recordAct(tx, call, {
            ...{ kind: 'member.points_granted', ...about(params.id), reason: body.reason },
            after: given,
          } satisfies MemberAct)
        return given
      })
    },
  }
}
