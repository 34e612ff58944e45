import { accountAccess, endpoint } from '#contract/core/endpoint.ts'
import { calendarDay } from '#contract/core/fields.ts'
import { termsNames } from '#contract/service/particulars.ts'
import * as z from 'zod/mini'
import { requiredConsents } from './account-rules.ts'

/** A version of a document to which members must consent again. */
export const ConsentRequest = z.object({
  kind: z.enum(requiredConsents),
  version: calendarDay,
  terms: z.enum(termsNames),
})
export type ConsentRequest = z.infer<typeof ConsentRequest>

export const consents = {
  listConsentRequests: endpoint({
    method: 'GET',
    path: '/api/accounts/consents/me/',
    summary: 'Lists the changed documents to which the member has not consented yet',
    ...accountAccess,
    response: z.array(ConsentRequest),
  }),
  giveConsents: endpoint({
    method: 'POST',
    path: '/api/accounts/consents/me/',
    summary: 'Consents to changed documents in the versions that the member has seen',
    ...accountAccess,
    body: z.strictObject({ consents: z.array(ConsentRequest).check(z.maxLength(10)) }),
    response: z.array(ConsentRequest),
    problems: ['conflict'],
  }),
}
