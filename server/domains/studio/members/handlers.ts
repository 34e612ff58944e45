import type { endpoints } from '#contract/index.ts'
import type { MemberDetail } from '#contract/studio/members.ts'
import {
  type AccountsDependencies,
  findMembers,
  readMember,
  signOutMember,
} from '#server/domains/accounts/index.ts'
import { readInquiries } from '#server/domains/customer-services/index.ts'
import {
  findOrderOwner,
  grantPoints,
  listLedgerEntries,
  listStaffOrders,
  listPurchases,
  listRefunds,
  type PaymentDependencies,
  readMemberSubscription,
  readRefund,
  beginStaffRefund,
  processRefund,
} from '#server/domains/transactions/index.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import type { Handlers } from '#server/api/handler.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { recordAuditEntry } from '../audit-log.ts'
import type { MemberAuditEntry } from './audit-actions.ts'
import { recordMemberAccess } from './record-access.ts'
import { hash } from 'node:crypto'

const pageSize = 20
const orderId = /^[A-Za-z0-9_-]{6,64}$/

export type StudioMembersDependencies = Pick<AccountsDependencies, 'sealing'> & {
  money: PaymentDependencies
}

/** Whoever the act is about is named by his id alone: the log outlives him. */
const about = (id: number) => ({
  ...{ subject_kind: 'member', subject_id: id, subject_name: `#${id}` },
})

export function studioMembersHandlers({
  sealing,
  money,
}: StudioMembersDependencies): Handlers<typeof endpoints.studio_members> {
  async function sheet(
    { db, now }: Pick<RequestContext, 'db' | 'now'>,
    id: number,
  ): Promise<MemberDetail> {
    const [member, { subscription }] = await Promise.all([
      readMember(db, sealing, id, now),
      readMemberSubscription(db, id, now),
    ])
    if (!member) return throwProblem('not_found')
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
      await recordMemberAccess(call, call.params.id)
      return sheet(call, call.params.id)
    },
    async listPurchases(call) {
      await recordMemberAccess(call, call.params.id)
      return listPurchases(call.db, call.params.id, call.query, call.now)
    },
    async listMoney(call) {
      await recordMemberAccess(call, call.params.id)
      return listLedgerEntries(call.db, call.params.id, { ...call.query, ...newestFirst })
    },
    async listOrders(call) {
      await recordMemberAccess(call, call.params.id)
      return listStaffOrders(call.db, call.params.id, call.query, call.now)
    },
    async listRefunds(call) {
      await recordMemberAccess(call, call.params.id)
      return listRefunds(call.db, call.params.id, call.query)
    },
    async listInquiries(call) {
      await recordMemberAccess(call, call.params.id)
      return readInquiries(call.db, call.params.id, call.query)
    },

    async signOut(call) {
      const { params, body } = call
      await call.transact(async (tx) => {
        const out = { member_id: params.id, device_id: body.device_id }
        const ended = (await signOutMember(tx, out)) ?? throwProblem('not_found')
        await recordAuditEntry(tx, call, {
          ...{ kind: 'member.signed_out', ...about(params.id), reason: body.reason },
          before: { device: body.device_id === null ? 'all' : ended.device },
        } satisfies MemberAuditEntry)
      })
      return sheet(call, params.id)
    },

    async refund(call) {
      const { params, body, now } = call
      if (params.id === call.member?.id) throwProblem('forbidden')
      const reserved = await call.transact(async (tx) => {
        const wanted = { member_id: params.id, order_id: body.order_id, now }
        const { refund, obstacle } = await beginStaffRefund(tx, money, wanted)
        const { id: refund_id, title, won, event_point, paid_point } = refund
        await recordAuditEntry(tx, call, {
          ...{ kind: 'member.refunded', ...about(params.id), reason: body.reason },
          after: {
            ...{ refund_id, order_id: body.order_id, title, won, event_point, paid_point },
            // What would have kept the member himself from it (D-55).
            overrode: obstacle,
          },
        } satisfies MemberAuditEntry)
        return refund
      })
      if (reserved.won > 0) await processRefund(money, reserved.id)
      return readRefund(call.db, reserved.id)
    },

    async grantPoints(call) {
      const { params, body, now } = call
      // Nobody gives to himself what is the house's.
      if (params.id === call.member?.id) throwProblem('forbidden')
      return call.transact(async (tx) => {
        const there = await tx
          .selectFrom('members')
          .select('id')
          .where('id', '=', params.id)
          .executeTakeFirst()
        if (!there) throwProblem('not_found')
        // One member's keys are nothing to another's (D-06).
        const key_hash =
          call.member && call.key ? hash('sha256', `${call.member.id} ${call.key}`, 'buffer') : null
        const wanted = { member_id: params.id, amount: body.amount, key_hash, now }
        const { is_new, ...given } = await grantPoints(tx, wanted)
        if (is_new)
          await recordAuditEntry(tx, call, {
            ...{ kind: 'member.points_granted', ...about(params.id), reason: body.reason },
            after: given,
          } satisfies MemberAuditEntry)
        return given
      })
    },
  }
}
