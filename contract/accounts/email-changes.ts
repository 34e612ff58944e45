import { accountAccess, endpoint } from '#contract/core/endpoint.ts'
import { timestamp } from '#contract/core/fields.ts'
import * as z from 'zod/mini'
import { CurrentPassword, Email } from './account-fields.ts'

const LinkToken = z.strictObject({ token: z.string().check(z.regex(/^[\w-]{43}$/)) })

/** Changes that a link in a mailbox confirms: of the member's address, and merges of two accounts. */
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
  confirmMerge: endpoint({
    method: 'POST',
    path: '/api/accounts/merge/confirm/',
    summary:
      'Confirms by the link in the mailbox of an account that it may be merged with another one',
    access: 'anyone',
    body: LinkToken,
    /** Whether the other mailbox has confirmed as well. */
    response: z.object({ is_complete: z.boolean() }),
    problems: ['invalid_link'],
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
