import { accountAccess, endpoint } from '#contract/core/endpoint.ts'
import { timestamp } from '#contract/core/fields.ts'
import * as z from 'zod/mini'
import { CurrentPassword, Email } from './account-fields.ts'

const LinkToken = z.strictObject({ token: z.string().check(z.regex(/^[\w-]{43}$/)) })

/** Changes of a member's e-mail address: a link to the new address confirms them. */
export const email_changes = {
  requestEmailChange: endpoint({
    method: 'POST',
    path: '/api/accounts/email-change/',
    summary: 'Sends a link to a new e-mail address, and a notice to the present one',
    ...accountAccess,
    body: z.strictObject({ email: Email, current_password: z.optional(CurrentPassword) }),
    response: z.object({ expires_at: timestamp }),
    status: 202,
    problems: ['reauthentication_required', 'invalid_credentials'],
  }),
  resumeEmail: endpoint({
    method: 'POST',
    path: '/api/accounts/email-change/resume/',
    summary: 'Sends mail again to the address, which had bounced',
    ...accountAccess,
    response: null,
    problems: ['conflict'],
  }),
  confirmEmailChange: endpoint({
    method: 'POST',
    path: '/api/accounts/email-change/confirm/',
    summary:
      'Changes the address by the link in the new mailbox, and ends all sessions of the member',
    access: 'anyone',
    body: LinkToken,
    response: z.object({ email: z.string() }),
    problems: ['invalid_link', 'email_in_use'],
  }),
  refuseEmailChange: endpoint({
    method: 'POST',
    path: '/api/accounts/email-change/refuse/',
    summary: 'Cancels the change by the link in the present mailbox',
    access: 'anyone',
    body: LinkToken,
    response: null,
    problems: ['invalid_link'],
  }),
}
