import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import { bigId, idParams, largestId, timestamp, listResponse } from '#contract/core/fields.ts'
import { SubscriptionStatus } from '#contract/transactions/payment-schemas.ts'
import { Email } from '#contract/accounts/account-fields.ts'
import { WaitingMerge } from './merges.ts'
import { Suspension } from '#contract/problem.ts'
import { suspensionCategories } from '#contract/accounts/account-rules.ts'
import { Reason } from '#contract/core/text-fields.ts'

/** A member in a list. Personal data is masked. */
export const MemberSummary = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  /** `010-****-5678` */
  phonenumber: z.string(),
  created_at: timestamp,
  is_staff: z.boolean(),
  is_suspended: z.boolean(),
  /** Mails and SMS that did not arrive, of the last half year. */
  failed_messages: z.int(),
})

/** A signed-in device. */
export const MemberDevice = z.object({
  id: z.int(),
  device: z.string(),
  signed_in_at: timestamp,
  last_seen_at: timestamp,
})

export const MemberDetail = z.extend(MemberSummary, {
  suspension: z.nullable(Suspension),
  /** Mails and SMS that did not arrive, and since when none does; null: they do. */
  delivery: z.object({
    mail: z.int(),
    sms: z.int(),
    email_failed_at: z.nullable(timestamp),
    phone_failed_at: z.nullable(timestamp),
  }),
  /** The merge of which this account is a part. */
  merge: z.nullable(WaitingMerge),
  /** The change of the address that waits for its link; the address is masked. */
  email_change: z.nullable(z.object({ email: z.string(), expires_at: timestamp })),
  is_marketing_agreed: z.boolean(),
  /** End of the age verification; null if there is none. */
  adult_verified_until: z.nullable(timestamp),
  event_point: z.int(),
  paid_point: z.int(),
  devices: z.array(MemberDevice),
  subscription: z.nullable(
    z.object({
      status: SubscriptionStatus,
      plan_name: z.string(),
      auto_renew: z.boolean(),
      started_at: timestamp,
      period_end: timestamp,
      failed: z.nullable(z.string()),
    }),
  ),
})

export type MemberSummary = z.infer<typeof MemberSummary>
export type MemberDevice = z.infer<typeof MemberDevice>
export type MemberDetail = z.infer<typeof MemberDetail>

/** Members. Searching and viewing a member's data is recorded in the audit log. */
export const studio_members = {
  findMembers: endpoint({
    // POST, because the search term is personal data and a URL would appear in logs.
    method: 'POST',
    path: '/api/studio/members/search/',
    summary:
      'Finds a member by the whole e-mail address, phone number, id or order; without a term the newest',
    access: studioAccess.members,
    body: z.strictObject({
      q: z.string().check(z.maxLength(254), z.regex(/^\P{Cc}*$/u)),
      offset: z._default(z.int().check(z.gte(0), z.lte(10_000)), 0),
    }),
    response: listResponse(MemberSummary),
  }),
  readMember: endpoint({
    method: 'GET',
    path: '/api/studio/members/{id}/',
    summary: 'Returns the detail of a member, masked',
    access: studioAccess.members,
    params: idParams,
    response: MemberDetail,
  }),
  signOutMember: endpoint({
    method: 'POST',
    path: '/api/studio/members/{id}/sign-out/',
    summary: 'Signs out one device of a member, or all of them',
    access: studioAccess.member_devices,
    params: idParams,
    /** Null signs out all devices. */
    body: z.strictObject({ device_id: z.nullable(bigId), reason: Reason }),
    response: MemberDetail,
    problems: ['staff_account'],
  }),
  suspendMember: endpoint({
    method: 'POST',
    path: '/api/studio/members/{id}/suspend/',
    summary: 'Suspends a member: ends all sessions and refuses to sign in',
    access: studioAccess.member_accounts,
    params: idParams,
    body: z.strictObject({ category: z.enum(suspensionCategories), reason: Reason }),
    response: MemberDetail,
    problems: ['staff_account', 'own_account', 'last_owner', 'conflict'],
  }),
  restoreMember: endpoint({
    method: 'POST',
    path: '/api/studio/members/{id}/restore/',
    summary: 'Ends the suspension of a member',
    access: studioAccess.member_accounts,
    params: idParams,
    body: z.strictObject({ reason: Reason }),
    response: MemberDetail,
    problems: ['staff_account', 'own_account', 'conflict'],
  }),
  startMerge: endpoint({
    method: 'POST',
    path: '/api/studio/members/{id}/merge/',
    summary:
      'Asks both mailboxes to confirm that another account of the member is merged into this one',
    access: studioAccess.member_accounts,
    params: idParams,
    body: z.strictObject({
      source_id: z.int().check(z.positive(), z.lte(largestId)),
      reason: Reason,
    }),
    response: MemberDetail,
    problems: ['own_account', 'merge_refused'],
  }),
  completeMerge: endpoint({
    method: 'POST',
    path: '/api/studio/members/{id}/merge/complete/',
    summary: 'Merges the accounts that both mailboxes have confirmed, and closes the emptied one',
    access: studioAccess.member_accounts,
    params: idParams,
    body: z.strictObject({
      merge_id: z.int().check(z.positive(), z.lte(largestId)),
      reason: Reason,
    }),
    response: MemberDetail,
    problems: ['conflict', 'merge_refused'],
  }),
  startEmailChange: endpoint({
    method: 'POST',
    path: '/api/studio/members/{id}/email-change/',
    summary: 'Sends a link to the new e-mail address of a member, and a notice to the present one',
    access: studioAccess.member_accounts,
    params: idParams,
    body: z.strictObject({ email: Email, reason: Reason }),
    response: MemberDetail,
    problems: ['staff_account', 'own_account', 'email_in_use'],
  }),
  cancelEmailChange: endpoint({
    method: 'POST',
    path: '/api/studio/members/{id}/email-change/cancel/',
    summary: 'Cancels the change of the e-mail address that waits for its link',
    access: studioAccess.member_accounts,
    params: idParams,
    body: z.strictObject({ reason: Reason }),
    response: MemberDetail,
    problems: ['staff_account', 'conflict'],
  }),
}
