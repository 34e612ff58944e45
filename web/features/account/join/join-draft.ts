import { consents, requiredConsents, type Consent } from '#contract/accounts/account-rules.ts'
import type { SignUpState } from '#contract/accounts/accounts.ts'
import { joinSteps } from '#web/routing/account-paths.ts'
import type { VerificationCode } from '#web/features/account/fields/verification-code.ts'

export type Step = (typeof joinSteps)[number]
export type Channel = 'email' | 'phone'

/** A sent code with its email address or phone number. */
export type SentVerificationCode = { to: string; code: VerificationCode }

/** The input so far, kept for this tab only. */
export type JoinDraft = {
  consents: Record<Consent, boolean>
  email: string
  phonenumber: string
  username: string
  sent: Record<Channel, SentVerificationCode | null>
}

export const emptyJoinDraft: JoinDraft = {
  consents: {
    terms_of_service: false,
    privacy_policy: false,
    age_verification: false,
    marketing_info: false,
  },
  email: '',
  phonenumber: '',
  username: '',
  sent: { email: null, phone: null },
}

/** `true` if all consents are given, `'some'` if only a part (specification, section 3: `allAgreed`). */
export function consentState(agreed: JoinDraft['consents']): boolean | 'some' {
  const count = consents.filter((name) => agreed[name]).length
  return count === consents.length ? true : count > 0 ? 'some' : false
}

export const missingConsents = (agreed: JoinDraft['consents']): Consent[] =>
  requiredConsents.filter((name) => !agreed[name])

/** The first incomplete step; later ones redirect to it (D-10). */
export function firstIncompleteStep(
  { consents: agreed, username }: JoinDraft,
  verified: Pick<SignUpState, 'email' | 'phonenumber'>,
): Step {
  if (missingConsents(agreed).length > 0) return ''
  if (!verified.email) return 'create-id'
  if (!verified.phonenumber) return 'verify'
  return username ? 'password' : 'name'
}

/** Whether `step` can be opened while `first` is the first incomplete step. */
export const isStepReachable = (step: Step, first: Step): boolean =>
  joinSteps.indexOf(step) <= joinSteps.indexOf(first)

/** Parses a saved draft; anything malformed yields an empty one. */
export function parseJoinDraft(text: string | null): JoinDraft {
  try {
    const saved = JSON.parse(text ?? '{}') as Partial<JoinDraft>
    return {
      consents: Object.fromEntries(
        consents.map((name) => [name, saved.consents?.[name] === true]),
      ) as JoinDraft['consents'],
      email: textOf(saved.email),
      phonenumber: textOf(saved.phonenumber),
      username: textOf(saved.username),
      sent: { email: sentOf(saved.sent?.email), phone: sentOf(saved.sent?.phone) },
    }
  } catch {
    return emptyJoinDraft
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function sentOf(value: SentVerificationCode | null | undefined): SentVerificationCode | null {
  const code = value?.code
  return typeof value?.to === 'string' && Number.isFinite(code?.expires_at) ? value : null
}
