import type { EndpointResponse } from '#contract/core/endpoint.ts'
import { defaultServiceName } from '#contract/service/particulars.ts'
import type { LaunchStep, studio_service } from '#contract/service/staff.ts'
import type { Db } from '#server/db/client.ts'
import { isSelling, missingParticulars, missingTerms } from '../service-policy.ts'
import { readLaunchFacts, readSettings, readTermsStates } from '../service-queries.ts'

/** Whether the environment names what sends mail and SMS and takes payments. SMS is settled as well if no number is verified. */
export type LaunchSettings = { has_mail: boolean; has_sms: boolean; has_payments: boolean }

/** Reads what is done before the service opens, and what is missing. */
export async function readLaunchSteps(
  db: Db,
  { has_mail, has_sms, has_payments }: LaunchSettings,
): Promise<EndpointResponse<typeof studio_service.readLaunchSteps>> {
  const [settings, terms, facts] = await Promise.all([
    readSettings(db),
    readTermsStates(db),
    readLaunchFacts(db),
  ])
  const missing: { particulars: string[]; terms: string[] } = {
    particulars: missingParticulars(settings),
    terms: missingTerms(terms),
  }
  const states: Record<LaunchStep, boolean> = {
    particulars: missing.particulars.length === 0,
    terms: missing.terms.length === 0,
    mail: has_mail,
    sms: has_sms,
    payments: has_payments,
    first_work: facts.has_work,
    second_factor: facts.has_second_factor,
    name: settings.name !== defaultServiceName,
  }
  return {
    is_selling: isSelling(settings, terms),
    steps: Object.entries(states).map(([step, is_done]) => ({
      step: step as LaunchStep,
      is_done,
      missing: step === 'particulars' || step === 'terms' ? missing[step] : [],
    })),
  }
}
