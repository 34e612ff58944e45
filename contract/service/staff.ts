import { endpoint } from '#contract/core/endpoint.ts'
import { calendarDay, timestamp } from '#contract/core/fields.ts'
import { multilineText, singleLineText } from '#contract/core/text-fields.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import * as z from 'zod/mini'
import { termsNames } from './particulars.ts'
import { Trial, trialProviders } from '../operations/trials.ts'
import { publicSettings } from './service.ts'

export const termsLength = { min: 1, max: 20_000 } as const
/** Days between the publication of a changed document and the day from which it is in force. */
export const termsNoticeDays = { ordinary: 7, disadvantageous: 30 } as const
export const logoFile = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  max_bytes: 10 * 1024 * 1024,
} as const

const fields = {
  ...publicSettings,
  /** The name in the sender of mails; that of the service if empty. */
  mail_sender_name: z._default(singleLineText({ min: 0, max: 30 }), ''),
  /** A line at the end of every mail. */
  mail_footer: z._default(singleLineText({ min: 0, max: 200 }), ''),
}

/** The settings of the service; every field has a default. */
export const ServiceSettings = z.object({
  ...fields,
  logo_key: z._default(z.nullable(z.string()), null),
})
export type ServiceSettings = z.infer<typeof ServiceSettings>

/** The settings with their version, 0 before the first change. */
const VersionedSettings = z.extend(ServiceSettings, {
  version: z.int(),
  changed_at: z.nullable(timestamp),
})
export type VersionedSettings = z.infer<typeof VersionedSettings>

/** The version that was read; a newer one fails with `conflict`. */
const version = z.int().check(z.gte(0), z.lte(2_147_483_646))

const terms = {
  effective_on: calendarDay,
  lead: singleLineText({ min: 1, max: 120 }),
  note: singleLineText({ min: 1, max: 200 }),
  context: multilineText(termsLength),
  /** Whether the change is to the disadvantage of members, who then learn of it earlier. */
  is_disadvantageous: z._default(z.boolean(), false),
  /** Whether members must consent again. */
  requires_consent: z._default(z.boolean(), false),
}

const PublishedTerms = z.object({
  ...terms,
  name: z.enum(termsNames),
  published_at: timestamp,
})
export type PublishedTerms = z.infer<typeof PublishedTerms>

/** The steps before the service opens, in the order of the page. */
export const launchSteps = [
  'particulars',
  'terms',
  'mail',
  'sms',
  'payments',
  'storage',
  'first_work',
  'second_factor',
  'name',
] as const
export type LaunchStep = (typeof launchSteps)[number]

export const studio_service = {
  readSettings: endpoint({
    method: 'GET',
    path: '/api/studio/service/',
    summary: 'Returns the settings of the service',
    access: studioAccess.service,
    response: VersionedSettings,
  }),
  saveSettings: endpoint({
    method: 'PUT',
    path: '/api/studio/service/',
    summary: 'Replaces the settings of the service, except for the logo',
    access: studioAccess.service,
    body: z.strictObject({ version, ...fields }),
    response: VersionedSettings,
    problems: ['conflict'],
  }),
  uploadLogo: endpoint({
    method: 'PUT',
    path: '/api/studio/service/logo/',
    summary: 'Sets the logo, of which all icons are made',
    access: studioAccess.service,
    file: logoFile,
    response: VersionedSettings,
    problems: ['body_too_large', 'unsupported_media_type', 'conflict'],
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: '/api/studio/service/logo/',
    summary: 'Removes the logo',
    access: studioAccess.service,
    response: VersionedSettings,
    problems: ['conflict'],
  }),
  listTerms: endpoint({
    method: 'GET',
    path: '/api/studio/service/terms/',
    summary: 'Lists the versions of all legal documents, newest first',
    access: studioAccess.service,
    response: z.array(PublishedTerms),
  }),
  publishTerms: endpoint({
    method: 'POST',
    path: '/api/studio/service/terms/',
    summary: 'Publishes a version of a legal document, which is announced until it is in force',
    access: studioAccess.service,
    body: z.strictObject({ name: z.enum(termsNames), ...terms }),
    response: PublishedTerms,
    status: 201,
    problems: ['conflict'],
  }),
  readLaunchSteps: endpoint({
    method: 'GET',
    path: '/api/studio/service/launch/',
    summary: 'Returns what is done and what is missing before the service sells',
    access: studioAccess.service,
    response: z.object({
      is_selling: z.boolean(),
      steps: z.array(
        z.object({
          step: z.enum(launchSteps),
          is_done: z.boolean(),
          /** Names of the missing fields or documents. */
          missing: z.array(z.string()),
          /** Whether the environment configures it, and its last trial; null for a step that is not tried. */
          trial: z.nullable(z.object({ is_configured: z.boolean(), last: z.nullable(Trial) })),
        }),
      ),
    }),
  }),
  tryProvider: endpoint({
    method: 'POST',
    path: '/api/studio/service/launch/trials/',
    summary:
      'Sends a message to the caller, asks the gateway or stores a file; `conflict` if that is not configured',
    access: studioAccess.service,
    body: z.strictObject({ provider: z.enum(trialProviders) }),
    response: Trial,
    problems: ['conflict'],
  }),
}
