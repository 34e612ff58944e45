import * as identity from '#web/api/endpoints/identity.generated.ts'
import { ApiError, isApiError } from '#web/api/api-errors.ts'
import { apiRequest } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { accountKeys } from '#web/features/account/query-keys.ts'
import { authStore } from '#web/session/auth-store.ts'
import { useState } from 'react'
import { adultVerificationMessages as messages } from './messages.ko.ts'
import { openIdentityWindow } from './identity-window.ts'

/** The outcome of an attempt: a problem, or the question whether to move the verification from another account. */
type Outcome = { kind: 'problem'; text: string; canCheckAgain: boolean } | { kind: 'in_use' }

/** The steps of an identity verification: the window, then its result, which the server reads. */
export function useIdentityVerification() {
  const [id, setId] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  const confirmation = useApiMutation(
    (attempt: { id: string; replaces: boolean }) =>
      apiRequest(identity.confirmIdentityVerification, {
        params: { id: attempt.id },
        body: { replaces: attempt.replaces },
      }),
    {
      errors: 'inline',
      invalidates: [accountKeys.ageVerification],
      toast: messages.done,
      onSuccess: (user) => authStore.updateUser(user),
      onError: (error) => setOutcome(outcomeOf(error)),
    },
  )
  function confirm(attemptId: string, replaces = false) {
    setId(attemptId)
    setOutcome(null)
    confirmation.submit({ id: attemptId, replaces })
  }

  const opening = useApiMutation(
    async (redirectUrl: string) => {
      const window = await apiRequest(identity.beginIdentityVerification, {})
      setId(window.id)
      return openIdentityWindow(window, redirectUrl).then(
        (isDone) => ({ id: window.id, isDone }),
        () => ({ id: window.id, isDone: null }),
      )
    },
    {
      errors: 'inline',
      onSuccess({ id: opened, isDone }) {
        if (isDone) return confirm(opened)
        const text = isDone === null ? messages.no_window : messages.cancelled
        setOutcome({ kind: 'problem', text, canCheckAgain: false })
      },
      onError: (error) =>
        setOutcome({ kind: 'problem', text: errorMessage(error), canCheckAgain: false }),
    },
  )
  return {
    outcome,
    isOpening: opening.isPending,
    isConfirming: confirmation.isPending,
    open(redirectUrl: string) {
      setOutcome(null)
      opening.submit(redirectUrl)
    },
    confirm,
    cancel: () => setOutcome({ kind: 'problem', text: messages.cancelled, canCheckAgain: false }),
    /** Reads the result of the last window again. */
    checkAgain: () => id !== null && confirm(id),
    /** Takes the person over from the other account. */
    move: () => id !== null && confirm(id, true),
  }
}

function outcomeOf(error: Error): Outcome {
  if (isApiError(error, 'identity_in_use')) return { kind: 'in_use' }
  if (isApiError(error, 'identity_unverified'))
    return { kind: 'problem', text: messages.cancelled, canCheckAgain: false }
  if (isApiError(error, 'service_unavailable'))
    return { kind: 'problem', text: messages.unavailable, canCheckAgain: true }
  return { kind: 'problem', text: errorMessage(error), canCheckAgain: !(error instanceof ApiError) }
}
