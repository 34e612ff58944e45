import { timestamp } from '#contract/core/fields.ts'
import * as z from 'zod/mini'

/** The providers that staff can try before the service opens. */
export const trialProviders = ['mail', 'sms', 'payments', 'storage'] as const
export type TrialProvider = (typeof trialProviders)[number]

/** The last trial with the present settings. */
export const Trial = z.object({
  tried_at: timestamp,
  /** Null if it worked. */
  failure_reason: z.nullable(z.string()),
})
export type Trial = z.infer<typeof Trial>
