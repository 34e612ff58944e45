import type { endpoints } from '#contract/index.ts'
import type { MemberDetail } from '#contract/accounts/staff/members.ts'
import type { AccountsDependencies } from '../../dependencies.ts'
import { findMembers, readMember, signOutMember, toMemberKey } from './member-lookup.ts'
import { cancelEmailChange, startEmailChange } from '../../email-change/change-email.ts'
import { completeMerge, readWaitingMerge, startMerge } from '../../merge/merge-accounts.ts'
import { restoreMember, suspendMember } from '../../suspension/suspend-member.ts'
import { findOrderOwner, readMemberSubscription } from '#server/domains/transactions/index.ts'
import { consumeRateLimit } from '#server/api/rate-limit.ts'
import { requireMemberId } from '#server/api/access-rules.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import type { Handlers } from '#server/api/handler.ts'
import {
  memberSubject,
  recordAuditEntry,
  withAccessRecord,
  requireChangeableAccount,
} from '#server/domains/studio/index.ts'
import { throwProblem } from '#server/shared/problem-error.ts'

const pageSize = 20
const orderId = /^[A-Za-z0-9_-]{6,64}$/

type StudioMembersDependencies = Pick<
  AccountsDependencies,
  'encryption' | 'limits' | 'accountDeletionHooks' | 'site_url'
>

export function studioMembersHandlers(
  deps: StudioMembersDependencies,
): Handlers<typeof endpoints.studio_members> {
  return {
    findMembers: (call) => findMembersOrAll(deps, call),
    readMember: withAccessRecord((call) => readDetail(deps, call, call.params.id)),
    signOutMember: (call) => signOut(deps, call),
    async suspendMember(call) {
      await suspendMember(deps, call, call.params.id, call.body)
      return readDetail(deps, call, call.params.id)
    },
    async startMerge(call) {
      await startMerge(deps, call, call.params.id, call.body)
      return readDetail(deps, call, call.params.id)
    },
    async completeMerge(call) {
      await completeMerge(call, call.params.id, call.body)
      return readDetail(deps, call, call.params.id)
    },
    async startEmailChange(call) {
      await startEmailChange(deps, call, call.params.id, call.body)
      return readDetail(deps, call, call.params.id)
    },
    async cancelEmailChange(call) {
      await cancelEmailChange(call, call.params.id, call.body.reason)
      return readDetail(deps, call, call.params.id)
    },
    async restoreMember(call) {
      await restoreMember(deps, call, call.params.id, call.body.reason)
      return readDetail(deps, call, call.params.id)
    },
  }
}

type Call<Name extends keyof StudioMembersHandlers> = Parameters<StudioMembersHandlers[Name]>[0]
type StudioMembersHandlers = Handlers<typeof endpoints.studio_members>

async function readDetail(
  { encryption }: Pick<StudioMembersDependencies, 'encryption'>,
  { db, now }: Pick<RequestContext, 'db' | 'now'>,
  id: number,
): Promise<MemberDetail> {
  const [member, { subscription }, merge] = await Promise.all([
    readMember(db, encryption, id, now),
    readMemberSubscription(db, id, now),
    readWaitingMerge(db, id, now),
  ])
  if (!member) return throwProblem('not_found')
  return {
    ...member,
    merge,
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
