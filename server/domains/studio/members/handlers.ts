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

export type StudioMembersDependencies = Pick<AccountsDependencies, 'encryption'> & {
  money: PaymentDependencies
}

/** Names the member in the log by id only, because the log outlives the account. */
const memberSubject = (id: number) => ({
  ...{ subject_kind: 'member', subject_id: id, subject_name: `#${id}` },
})

export function studioMembersHandlers({
  encryption,
  money,
}: StudioMembersDependencies): Handlers<typeof endpoints.studio_members> {
  async function readDetail(
    { db, now }: Pick<RequestContext, 'db' | 'now'>,
    id: number,
  ): Promise<MemberDetail> {
    const [member, { subscription }] = await Promise.all([
      readMember(db, encryption, id, now),
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
      const { count, results } = await findMembers(db, encryption, { q, also_id, ...page })
      return { count, results }
    },
    async readMember(call) {
      await recordMemberAccess(call, call.params.id)
      return readDetail(call, call.params.id)
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
          ...{ kind: 'member.signed_out', ...memberSubject(params.id), reason: body.reason },
          before: { device: body.device_id === null ? 'all' : ended.device },
        } satisfies MemberAuditEntry)
      })
      return readDetail(call, params.id)
    },

    async refund(call) {
      const { params, body, now } = call
      if (params.id === call.member?.id) throwProblem('forbidden')
      const refund = await call.transact(async (tx) => {
        const request = { member_id: params.id, order_id: body.order_id, now }
        const { refund, obstacle } = await beginStaffRefund(tx, money, request)
        const { id: refund_id, title, amount, event_point, paid_point } = refund
        await recordAuditEntry(tx, call, {
          ...{ kind: 'member.refunded', ...memberSubject(params.id), reason: body.reason },
          after: {
            ...{ refund_id, order_id: body.order_id, title, amount, event_point, paid_point },
            // The ineligibility reason that applies to the member's own refund request (D-55).
            overrode: obstacle,
          },
        } satisfies MemberAuditEntry)
        return refund
      })
      if (refund.amount > 0) await processRefund(money, refund.id)
      return readRefund(call.db, refund.id)
    },

    async grantPoints(call) {
      const { params, body, now } = call
      // Staff must not grant points to themselves.
      if (params.id === call.member?.id) throwProblem('forbidden')
      return call.transact(async (tx) => {
        const member = await tx
          .selectFrom('members')
          .select('id')
          .where('id', '=', params.id)
          .executeTakeFirst()
        if (!member) throwProblem('not_found')
        // Idempotency keys are scoped to the member (D-06).
        const idempotency_key_hash =
          call.member && call.key ? hash('sha256', `${call.member.id} ${call.key}`, 'buffer') : null
        const request = { member_id: params.id, amount: body.amount, idempotency_key_hash, now }
        const { is_new, ...grant } = await grantPoints(tx, request)
        if (is_new)
          await recordAuditEntry(tx, call, {
            ...{ kind: 'member.points_granted', ...memberSubject(params.id), reason: body.reason },
            after: grant,
          } satisfies MemberAuditEntry)
        return grant
      })
    },
  }
}
