import type { endpoints } from '#contract/index.ts'
import type { MemberDetail } from '#contract/studio/members.ts'
import {
  type AccountsDependencies,
  findMembers,
  readMember,
  signOutMember,
  toMemberKey,
} from '#server/domains/accounts/index.ts'
import {
  beginStaffRefund,
  findOrderOwner,
  grantPoints,
  listLedgerEntries,
  listPurchases,
  listRefunds,
  listStaffOrders,
  type PaymentDependencies,
  processRefund,
  readMemberSubscription,
  readRefund,
} from '#server/domains/transactions/index.ts'
import { grantedPointsLimit } from '#server/api/limits.ts'
import { consumeRateLimit } from '#server/api/rate-limit.ts'
import { requireMemberId } from '#server/api/access-rules.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import type { Handlers } from '#server/api/handler.ts'
import {
  lockGrants,
  memberSubject,
  readStaffRole,
  recordAuditEntry,
  withAccessRecord,
  requireChangeableAccount,
  sumGrants,
} from '#server/domains/studio/index.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { seoulDate } from '#contract/core/seoul-time.ts'
import type { Tx } from '#server/db/client.ts'
import { hash } from 'node:crypto'

const pageSize = 20
const orderId = /^[A-Za-z0-9_-]{6,64}$/

type StudioMembersDependencies = Pick<AccountsDependencies, 'encryption' | 'limits'> & {
  money: PaymentDependencies
}

export function studioMembersHandlers(
  deps: StudioMembersDependencies,
): Handlers<typeof endpoints.studio_members> {
  return {
    findMembers: (call) => findMembersOrAll(deps, call),
    readMember: withAccessRecord((call) => readDetail(deps, call, call.params.id)),
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
    signOutMember: (call) => signOut(deps, call),
    refundOrder: (call) => refundOrder(deps, call),
    grantPoints: grantToMember,
  }
}

type Call<Name extends keyof StudioMembersHandlers> = Parameters<StudioMembersHandlers[Name]>[0]
type StudioMembersHandlers = Handlers<typeof endpoints.studio_members>

async function readDetail(
  { encryption }: Pick<StudioMembersDependencies, 'encryption'>,
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

/** Finds members by what staff typed, or lists all. */
async function findMembersOrAll(
  { encryption, limits }: StudioMembersDependencies,
  call: Call<'findMembers'>,
) {
  const { db, body } = call
  const page = { limit: pageSize, offset: body.offset }
  const q = body.q.trim()
  if (q === '') return findMembers(db, encryption, null, page)
  if (limits)
    await call.transact((tx) =>
      consumeRateLimit(tx, ['member_searches', requireMemberId(call.member)], call.now),
    )
  const owner_id = orderId.test(q) ? await findOrderOwner(db, q) : undefined
  const key = owner_id === undefined ? toMemberKey(q) : { id: owner_id }
  if (!key) return { count: 0, results: [] }
  const by = owner_id === undefined ? Object.keys(key)[0] : 'order'
  const results = await findMembers(db, encryption, key, page)
  const [member] = results.results
  await call.transact((tx) =>
    recordAuditEntry(tx, call, {
      kind: 'member.searched',
      ...(member ? memberSubject(member.id) : { subject_kind: 'member', subject_id: null }),
      after: { by },
    }),
  )
  return results
}

async function signOut(deps: StudioMembersDependencies, call: Call<'signOutMember'>) {
  const { params, body } = call
  await call.transact(async (tx) => {
    await requireChangeableAccount(tx, call, params.id)
    const out = { member_id: params.id, device_id: body.device_id }
    const ended = (await signOutMember(tx, out)) ?? throwProblem('not_found')
    await recordAuditEntry(tx, call, {
      kind: 'member.signed_out',
      ...memberSubject(params.id),
      reason: body.reason,
      before: { device: body.device_id === null ? 'all' : ended.device },
    })
  })
  return readDetail(deps, call, params.id)
}

async function refundOrder({ money }: StudioMembersDependencies, call: Call<'refundOrder'>) {
  const { params, body, now } = call
  if (params.id === call.member?.id) throwProblem('forbidden')
  const refund = await call.transact(async (tx) => {
    await requireChangeableAccount(tx, call, params.id)
    const request = { member_id: params.id, order_id: body.order_id, now }
    const { refund, ineligibility_reason } = await beginStaffRefund(tx, money, request)
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
  if (refund.amount > 0) await processRefund(money, refund.id)
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
