import { consents, requiredConsents, type Consent } from '#contract/accounts/account-rules.ts'
import type { SignUpState } from '#contract/accounts/accounts.ts'
import { joinSteps } from '#web/routing/paths.ts'
import type { VerificationCode } from '#web/features/account/fields/code-timer.ts'

export type Step = (typeof joinSteps)[number]
export type Channel = 'email' | 'phone'

/** A code that is on its way, and to whom. */
export type SentVerificationCode = { to: string; code: VerificationCode }

/** What has been typed and agreed so far. It lives in this tab alone, and ends with it. */
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

/** Everything agreed, nothing, or something (specification, section 3: `allAgreed`). */
export function consentState(agreed: JoinDraft['consents']): boolean | 'some' {
  const count = consents.filter((name) => agreed[name]).length
  return count === consents.length ? true : count > 0 ? 'some' : false
}

/** Required consents that are not given. */
export const missingConsents = (agreed: JoinDraft['consents']): Consent[] =>
  requiredConsents.filter((name) => !agreed[name])

/** The first step that is not done: who enters a later one is brought here (D-10). */
export function firstIncompleteStep(
  { consents: agreed, username }: JoinDraft,
  proven: Pick<SignUpState, 'email' | 'phonenumber'>,
): Step {
  if (missingConsents(agreed).length > 0) return ''
  if (!proven.email) return 'create-id'
  if (!proven.phonenumber) return 'verify'
  return username ? 'password' : 'name'
}

/** Whether `step` can be entered while `first` is the first that is not done. */
export const isStepReachable = (step: Step, first: Step): boolean =>
  joinSteps.indexOf(step) <= joinSteps.indexOf(first)

/** The draft kept as text; whatever does not look like one is an empty one. */
export function parseJoinDraft(text: string | null): JoinDraft {
  try {
    const kept = JSON.parse(text ?? '{}') as Partial<JoinDraft>
    return {
      consents: Object.fromEntries(
        consents.map((name) => [name, kept.consents?.[name] === true]),
      ) as JoinDraft['consents'],
      email: textOf(kept.email),
      phonenumber: textOf(kept.phonenumber),
      username: textOf(kept.username),
      sent: { email: sentOf(kept.sent?.email), phone: sentOf(kept.sent?.phone) },
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
