import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { calendarDay, id, idParams, listResponse, timestamp } from '#contract/core/fields.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import { WithoutConsent } from '#contract/transactions/subscriptions.ts'

/** Days before a higher charge at which members are asked for consent: 전자상거래법 시행령 제20조의2. */
export const consentDays = 30

/** Terms of a version of a plan. */
const Terms = z.object({
  version: z.int(),
  price: z.int(),
  max_height: z.int(),
  streams: z.int(),
})

/** A request to the members of a former version of a plan to accept newer terms, with the numbers of their answers. */
export const PriceChange = z.object({
  id: z.int(),
  plan: z.object({ id: z.int(), name: z.string() }),
  from: Terms,
  to: Terms,
  /** The first day in Seoul on which a period may start with the new terms. */
  starts_on: z.string(),
  without_consent: WithoutConsent,
  created_at: timestamp,
  stopped_at: z.nullable(timestamp),
  /** Members who still have the former version. */
  subscribers: z.int(),
  announced: z.int(),
  /** Consents that have not been withdrawn. */
  agreed: z.int(),
  /** Offers whose period has begun, by their outcome. */
  applied: z.int(),
  kept: z.int(),
  ended: z.int(),
})
export type PriceChange = z.infer<typeof PriceChange>

/** Moving the members of a former version of a plan to its newest one, each with the member's consent. */
export const studio_price_changes = {
  listPriceChanges: endpoint({
    method: 'GET',
    path: '/api/studio/price-changes/',
    summary: 'Lists price changes for present members, newest first',
    access: studioAccess.pricing,
    response: listResponse(PriceChange),
  }),
  startPriceChange: endpoint({
    method: 'POST',
    path: '/api/studio/price-changes/',
    summary:
      'Asks the members of a version to move to the newest one; `conflict` if they are being asked, `edit_conflict` if there is a newer one',
    access: studioAccess.price_changes,
    body: z.strictObject({
      plan_id: id,
      from_version: id,
      to_version: id,
      starts_on: calendarDay,
      without_consent: WithoutConsent,
    }),
    response: PriceChange,
    status: 201,
    problems: ['edit_conflict', 'conflict'],
  }),
  stopPriceChange: endpoint({
    method: 'POST',
    path: '/api/studio/price-changes/{id}/stop/',
    summary: 'Stops a price change: nobody else is asked, and no open offer applies any more',
    access: studioAccess.price_changes,
    params: idParams,
    response: PriceChange,
  }),
}
