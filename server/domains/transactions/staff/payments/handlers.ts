import type { endpoints } from '#contract/index.ts'
import { seoulDate } from '#contract/core/seoul-time.ts'
import type { Handlers } from '#server/api/handler.ts'
import { grantedPointsLimit } from '#server/api/limits.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import type { Tx } from '#server/db/client.ts'
import {
  lockGrants,
  memberSubject,
  readStaffRole,
  recordAuditEntry,
  requireChangeableAccount,
  sumGrants,
  withAccessRecord,
} from '#server/domains/studio/index.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { hash } from 'node:crypto'
import type { PaymentDependencies } from '../../dependencies.ts'
import { listLedgerEntries, listRefunds, readRefund } from '../../history/history-queries.ts'
import { listPurchases } from '../../history/list-history.ts'
import { beginStaffRefund, processRefund } from '../../refunds/refund-order.ts'
import { grantPoints } from './grant-points.ts'
import { listStaffOrders } from './list-staff-orders.ts'

type StudioPaymentsHandlers = Handlers<typeof endpoints.studio_payments>
type Call<Name extends keyof StudioPaymentsHandlers> = Parameters<StudioPaymentsHandlers[Name]>[0]

export const studioPaymentsHandlers = (deps: PaymentDependencies): StudioPaymentsHandlers => ({
  listPurchases: withAccessRecord(({ db, params, query, now }) =>
    listPurchases(db, params.id, query, now),
  ),
  listLedgerEntries: withAccessRecord(({ db, params, query }) =>
    listLedgerEntries(db, params.id, { ...query, ordering: '-transaction_date' }),
  ),
  listOrders: withAccessRecord(({ db, params, query, now }) =>
    listStaffOrders(db, params.id, query, now),
  ),
  listRefunds: withAccessRecord(({ db, params, query }) => listRefunds(db, params.id, query)),
  refundOrder: (call) => refundOrder(deps, call),
  grantPoints: grantToMember,
})

async function refundOrder(deps: PaymentDependencies, call: Call<'refundOrder'>) {
  const { params, body, now } = call
  if (params.id === call.member?.id) throwProblem('forbidden')
  const refund = await call.transact(async (tx) => {
    await requireChangeableAccount(tx, call, params.id)
    const request = { member_id: params.id, order_id: body.order_id, now }
    const { refund, ineligibility_reason } = await beginStaffRefund(tx, deps, request)
    const { id: refund_id, title, amount, event_point, paid_point } = refund
    await recordAuditEntry(tx, call, {
      kind: 'member.refunded',
      ...memberSubject(params.id),
      reason: body.reason,
      after: {
        refund_id,
        order_id: body.order_id,
        title,
        amount,
        event_point,
        paid_point,
        // The ineligibility reason that applies to the member's own refund request.
        overridden_reason: ineligibility_reason,
      },
    })
    return refund
  })
  if (refund.amount > 0) await processRefund(deps, refund.id)
  return readRefund(call.db, refund.id)
}

async function grantToMember(call: Call<'grantPoints'>) {
  const { params, body, now } = call
  // Staff must not grant points to themselves.
  if (params.id === call.member?.id) throwProblem('forbidden')
  return call.transact(async (tx) => {
    await lockGrants(tx, call.member?.id ?? 0)
    // Staff give nothing to each other, and an owner nothing to staff (decisions/0046-staff-roles).
    if ((await readStaffRole(tx, params.id)) !== null) throwProblem('staff_account')
    // Idempotency keys are scoped to the member.
    const idempotency_key_hash =
      call.member && call.key ? hash('sha256', `${call.member.id} ${call.key}`, 'buffer') : null
    const request = { member_id: params.id, amount: body.amount, idempotency_key_hash, now }
    const { is_new, ...grant } = await grantPoints(tx, request)
    if (!is_new) return grant
    await recordAuditEntry(tx, call, {
      kind: 'member.points_granted',
      ...memberSubject(params.id),
      reason: body.reason,
      after: grant,
    })
    await requireDailyGrants(tx, call)
    return grant
  })
}

/**
 * Checks the sum that a member of staff has granted today, in Seoul. The lock makes concurrent grants wait, so that each
 * counts those before it.
 * @throws ProblemError `daily_grant_limit`
 */
async function requireDailyGrants(
  tx: Tx,
  { member, now }: Pick<RequestContext, 'member' | 'now'>,
): Promise<void> {
  const staff_id = member?.id ?? throwProblem('authentication_required')
  const since = new Date(`${seoulDate(now)}T00:00:00+09:00`)
  if ((await sumGrants(tx, staff_id, since)) > grantedPointsLimit.times)
    throwProblem('daily_grant_limit')
}
