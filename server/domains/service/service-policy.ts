import { addDays, seoulDate } from '#contract/core/seoul-time.ts'
import {
  requiredParticulars,
  requiredTerms,
  type RequiredParticular,
  type TermsName,
} from '#contract/service/particulars.ts'
import type { PublicService } from '#contract/service/service.ts'
import { type ServiceSettings, termsNoticeDays } from '#contract/service/staff.ts'
import type { TermsState } from './service-queries.ts'

/** The particulars that the law asks for and that are empty. */
export const missingParticulars = (settings: ServiceSettings): RequiredParticular[] =>
  requiredParticulars.filter((name) => settings[name] === '')

/** The documents that the law asks for and that have no version. */
export const missingTerms = (terms: readonly Pick<TermsState, 'name'>[]): TermsName[] =>
  requiredTerms.filter((name) => !terms.some((version) => version.name === name))

/** Whether orders are accepted: not before the pages show what the law asks of a shop. */
export const isSelling = (
  settings: ServiceSettings,
  terms: readonly Pick<TermsState, 'name'>[],
): boolean => missingParticulars(settings).length === 0 && missingTerms(terms).length === 0

/**
 * The version in force among the versions of a document, newest first. Before the first one is in force it is that one, so
 * that a service may open with it.
 */
export function currentVersion<T extends Pick<TermsState, 'effective_on'>>(
  versions: readonly T[],
  now: Date,
): T | undefined {
  const today = seoulDate(now)
  return versions.find(({ effective_on }) => effective_on <= today) ?? versions.at(-1)
}

/** The first day from which a new version may be in force. The first version of a document may be from any day. */
export function earliestDay(
  versions: readonly TermsState[],
  { is_disadvantageous }: { is_disadvantageous: boolean },
  now: Date,
): { day: string; notice_days: number } | null {
  if (versions.length === 0) return null
  const notice_days = is_disadvantageous
    ? termsNoticeDays.disadvantageous
    : termsNoticeDays.ordinary
  return { day: addDays(seoulDate(now), notice_days), notice_days }
}

const consentOf = { service: 'terms_of_service', privacy: 'privacy_policy' } as const

/** Whether members consent to the document when they join, so that they can be asked again. */
export const hasConsent = (name: TermsName): name is keyof typeof consentOf =>
  Object.hasOwn(consentOf, name)

/** The versions to which members must consent again: the newest of each document that asks for it. */
export const requestedConsents = (
  terms: readonly TermsState[],
): PublicService['requested_consents'] =>
  (['service', 'privacy'] as const).flatMap((name) => {
    const version = terms.find((state) => state.name === name && state.requires_consent)
    return version ? [{ kind: consentOf[name], version: version.effective_on, terms: name }] : []
  })
