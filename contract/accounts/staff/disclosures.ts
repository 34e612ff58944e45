import { endpoint } from '#contract/core/endpoint.ts'
import { calendarDay, idParams, largestId, timestamp } from '#contract/core/fields.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import { Reason, singleLineText } from '#contract/core/text-fields.ts'
import * as z from 'zod/mini'

/** The kinds of data that a disclosure may contain. */
export const disclosureScopes = [
  'account',
  'sessions',
  'payments',
  'watch_history',
  'inquiries',
] as const
export type DisclosureScope = (typeof disclosureScopes)[number]

/** `open`: awaits the decision of an owner; `expired`: not decided, or its file not fetched, in time. */
const disclosureStates = ['open', 'approved', 'rejected', 'fetched', 'expired'] as const
export type DisclosureState = (typeof disclosureStates)[number]

/** A request to disclose a member's data to an authority. */
export const Disclosure = z.object({
  id: z.int(),
  authority: z.string(),
  document_number: z.string(),
  legal_basis: z.string(),
  scope: z.array(z.enum(disclosureScopes)),
  from_day: z.string(),
  to_day: z.string(),
  state: z.enum(disclosureStates),
  /** Null once the account of the member of staff is deleted. */
  requested_by: z.nullable(z.object({ id: z.int(), username: z.string() })),
  decided_by: z.nullable(z.object({ id: z.int(), username: z.string() })),
  requested_at: timestamp,
  expires_at: timestamp,
})
export type Disclosure = z.infer<typeof Disclosure>

const disclosure_id = z.int().check(z.positive(), z.lte(largestId))

/** Disclosures of a member's data, by two people. */
export const studio_disclosures = {
  listDisclosures: endpoint({
    method: 'GET',
    path: '/api/studio/members/{id}/disclosures/',
    summary: 'Lists the disclosures of a member’s data, newest first',
    access: studioAccess.member_accounts,
    params: idParams,
    response: z.array(Disclosure),
  }),
  requestDisclosure: endpoint({
    method: 'POST',
    path: '/api/studio/members/{id}/disclosures/',
    summary: 'Requests that an owner approves a disclosure',
    access: studioAccess.member_accounts,
    params: idParams,
    body: z.strictObject({
      authority: singleLineText({ min: 1, max: 100 }),
      document_number: singleLineText({ min: 1, max: 100 }),
      legal_basis: singleLineText({ min: 1, max: 200 }),
      scope: z.array(z.enum(disclosureScopes)).check(z.minLength(1), z.maxLength(5)),
      from_day: calendarDay,
      to_day: calendarDay,
    }),
    response: z.array(Disclosure),
    problems: ['own_account', 'staff_account'],
  }),
  decideDisclosure: endpoint({
    method: 'POST',
    path: '/api/studio/members/{id}/disclosures/decision/',
    summary: 'Approves or rejects a disclosure that another member of staff has requested',
    access: studioAccess.staff,
    params: idParams,
    body: z.strictObject({ disclosure_id, is_approved: z.boolean(), reason: Reason }),
    response: z.array(Disclosure),
    problems: ['second_person_required', 'conflict'],
  }),
  fetchDisclosure: endpoint({
    method: 'POST',
    path: '/api/studio/members/{id}/disclosures/file/',
    summary:
      'Returns the file of an approved disclosure to the member of staff that requested it, once',
    access: studioAccess.member_accounts,
    params: idParams,
    body: z.strictObject({ disclosure_id }),
    response: z.object({ file_name: z.string(), content: z.string() }),
    problems: ['forbidden', 'conflict'],
  }),
}
