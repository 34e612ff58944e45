import type { EndpointResponse } from '#contract/core/endpoint.ts'
import { type TrialProvider, trialProviders } from '#contract/operations/trials.ts'
import { defaultServiceName } from '#contract/service/particulars.ts'
import { type LaunchStep, launchSteps, type studio_service } from '#contract/service/staff.ts'
import type { Db } from '#server/db/client.ts'
import { type ProviderTrials, readCurrentTrials } from '#server/domains/operations/index.ts'
import { isSelling, missingParticulars, missingTerms } from '../service-policy.ts'
import { readLaunchFacts, readSettings, readTermsStates } from '../service-queries.ts'

export type LaunchSettings = {
  /** Trials of the providers that the environment configures. */
  trials: ProviderTrials
  /** Whether phone numbers are verified; without that no SMS is sent. */
  verifies_phone: boolean
}

const isTried = (step: LaunchStep): step is TrialProvider =>
  (trialProviders as readonly LaunchStep[]).includes(step)

/**
 * Reads what is done before the service opens, and what is missing. A provider is done once a trial has worked with the present
 * settings: a configuration alone proves nothing. SMS are not needed if no phone number is verified.
 */
export async function readLaunchSteps(
  db: Db,
  { trials: providers, verifies_phone }: LaunchSettings,
): Promise<EndpointResponse<typeof studio_service.readLaunchSteps>> {
  const [settings, terms, facts, trials] = await Promise.all([
    readSettings(db),
    readTermsStates(db),
    readLaunchFacts(db),
    readCurrentTrials(db, providers),
  ])
  const missing: Partial<Record<LaunchStep, string[]>> = {
    particulars: missingParticulars(settings),
    terms: missingTerms(terms),
  }
  const states: Record<Exclude<LaunchStep, TrialProvider>, boolean> = {
    particulars: missing.particulars?.length === 0,
    terms: missing.terms?.length === 0,
    first_work: facts.has_work,
    second_factor: facts.has_second_factor,
    name: settings.name !== defaultServiceName,
  }
  const isProviderDone = (provider: TrialProvider) =>
    trials[provider]?.failure_reason === null || (provider === 'sms' && !verifies_phone)
  const trialOf = (provider: TrialProvider) => ({
    is_configured: providers[provider] !== undefined,
    last: trials[provider] ?? null,
  })
  return {
    is_selling: isSelling(settings, terms),
    steps: launchSteps.map((step) => ({
      step,
      is_done: isTried(step) ? isProviderDone(step) : states[step],
      missing: missing[step] ?? [],
      trial: isTried(step) ? trialOf(step) : null,
    })),
  }
}
