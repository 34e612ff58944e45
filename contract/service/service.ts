import { Email } from '#contract/accounts/account-fields.ts'
import { ConsentRequest } from '#contract/accounts/consents.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { calendarDay } from '#contract/core/fields.ts'
import { singleLineText } from '#contract/core/text-fields.ts'
import * as z from 'zod/mini'
import {
  defaultServiceName,
  formatBusinessNumber,
  isBusinessNumber,
  termsNames,
} from './particulars.ts'

/** One line that may be empty. */
const line = (max: number) => z._default(singleLineText({ min: 0, max }), '')
/** An empty text, or one that matches. */
const emptyOr = (isValid: (text: string) => boolean) =>
  z.refine<string>((text) => text === '' || isValid(text))
const link = () =>
  z._default(
    z.string().check(
      z.maxLength(200),
      emptyOr((text) => /^https:\/\/[a-z0-9.-]+(?:\/[\w\-.~%@/?=&+]*)?$/i.test(text)),
    ),
    '',
  )

/** The public settings of the service. Every field has a default, so that older settings stay readable. */
export const publicSettings = {
  name: z._default(singleLineText({ min: 1, max: 20 }), defaultServiceName),
  tagline: line(60),
  /** `#rrggbb`, readable on dark surfaces; null for that of the product. */
  accent_color: z._default(
    z.nullable(
      z.string().check(
        z.overwrite((text) => text.trim().toLowerCase()),
        z.regex(/^#[0-9a-f]{6}$/),
      ),
    ),
    null,
  ),
  company_name: line(60),
  representative: line(40),
  address: line(120),
  phone: z._default(z.string().check(emptyOr((text) => /^\+?[\d() -]{7,24}$/.test(text))), ''),
  email: z._default(
    z.string().check(
      z.maxLength(254),
      emptyOr((text) => Email.safeParse(text).success),
    ),
    '',
  ),
  business_number: z._default(
    z.string().check(z.maxLength(30), z.overwrite(formatBusinessNumber), emptyOr(isBusinessNumber)),
    '',
  ),
  /** `제2026-서울마포-0112호`. */
  mail_order_number: z._default(
    singleLineText({ min: 0, max: 40 }).check(emptyOr((text) => /\d{4}-[^\s-]+-\d+/.test(text))),
    '',
  ),
  hosting_provider: line(60),
  privacy_officer: line(60),
  support_hours: line(80),
  instagram_url: link(),
  youtube_url: link(),
  x_url: link(),
}

const PublicService = z.object({
  ...publicSettings,
  /** The key of the logo in `/images/{key}/{width}.png`; null without one. */
  logo_key: z.nullable(z.string()),
  /** Whether orders are accepted. */
  is_selling: z.boolean(),
  /** The versions of documents to which members must consent again. */
  requested_consents: z.array(ConsentRequest),
})
export type PublicService = z.infer<typeof PublicService>

const TermsVersion = z.object({
  /** The day from which it is in force; consents refer to it. */
  version: calendarDay,
  /** A sentence on the change from the version before. */
  note: z.string(),
})

/** A document in one version. */
export const Terms = z.object({
  name: z.enum(termsNames),
  /** Newest first, those that are announced included. */
  versions: z.array(TermsVersion),
  /** The version that is in force, or the first one to be; null without any. */
  current_version: z.nullable(calendarDay),
  /** Null while the document has no version. */
  edition: z.nullable(
    z.extend(TermsVersion, {
      /** A summary in a sentence. */
      lead: z.string(),
      /** Rich text (customer-services/rich-text.ts). */
      context: z.string(),
    }),
  ),
})
export type Terms = z.infer<typeof Terms>

export const service = {
  readService: endpoint({
    method: 'GET',
    path: '/api/service/',
    summary: 'Returns the name, the look and the company particulars of the service',
    access: 'public',
    response: PublicService,
  }),
  readTerms: endpoint({
    method: 'GET',
    path: '/api/service/terms/{name}/',
    summary: 'Returns a legal document, in force or in a named version',
    access: 'public',
    params: z.strictObject({ name: z.enum(termsNames) }),
    query: z.strictObject({ version: z.optional(calendarDay) }),
    response: Terms,
  }),
}
