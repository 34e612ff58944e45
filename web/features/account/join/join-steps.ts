import type { SignUpState } from '#contract/accounts/accounts.ts'
import { joinPath } from '#web/routing/account-paths.ts'
import { missingConsents, type JoinDraft } from './join-store.ts'
import { joinMessages } from './messages.ko.ts'

type JoinStep = {
  /** Below `/accounts/join`; empty for the first step. */
  path: string
  /** `step` is its name in the progress, `heading` that of its page. */
  texts: { step: string; heading: string }
  isComplete: (draft: JoinDraft, verified: Verified) => boolean
}

type Verified = Pick<SignUpState, 'email' | 'phonenumber'>

/** The steps of joining, in order. `routes.ts` has a page for each. */
export const joinSteps = [
  {
    path: '',
    texts: joinMessages.consents,
    isComplete: ({ consents }) => missingConsents(consents).length === 0,
  },
  { path: 'create-id', texts: joinMessages.email, isComplete: (_, { email }) => Boolean(email) },
  {
    path: 'verify',
    texts: joinMessages.phone,
    isComplete: (_, { phonenumber }) => Boolean(phonenumber),
  },
  { path: 'name', texts: joinMessages.name, isComplete: ({ username }) => username !== '' },
  // Completing it is joining.
  { path: 'password', texts: joinMessages.password, isComplete: () => false },
] as const satisfies readonly JoinStep[]

export type StepPath = (typeof joinSteps)[number]['path']

export const joinStepPath = (step: StepPath) => (step ? `${joinPath}/${step}` : joinPath)

/** The step at an address; the first one for unknown addresses. */
export const stepAt = (pathname: string) => {
  const name = pathname.slice(joinPath.length).replaceAll('/', '')
  return joinSteps.find(({ path }) => path === name) ?? joinSteps[0]
}

/** The first incomplete step; later ones redirect to it. */
export const firstIncompleteStep = (draft: JoinDraft, verified: Verified) =>
  joinSteps.find(({ isComplete }) => !isComplete(draft, verified)) ?? joinSteps[0]
