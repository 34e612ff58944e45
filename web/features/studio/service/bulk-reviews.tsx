import {
  studio_support,
  type ModerationAction,
  type ReportedReview,
} from '#contract/studio/support.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { call } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import type { RefusedRow } from '#web/features/studio/table/refused-list.tsx'
import type { useRowSelection } from '#web/features/studio/table/use-row-selection.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useState } from 'react'
import { studioServiceMessages } from './messages.ko.ts'

const messages = studioServiceMessages.reviews
/** The verdict that undoes each. */
export const undoVerdict = { hide: 'show', keep: 'reopen', show: 'hide', reopen: 'keep' } as const

type Judged = Pick<ReportedReview, 'id' | 'username' | 'hidden_reason'>
type Verdict = { verdict: ModerationAction; reason?: string }
type Outcome = { done: Judged[]; refused: (RefusedRow & { id: number })[] }

/**
 * Moderates reviews one after the other; a page has at most twenty. Those that a colleague has judged meanwhile do not stop
 * the others.
 */
async function moderate(reviews: readonly Judged[], { verdict, reason }: Verdict) {
  const outcome: Outcome = { done: [], refused: [] }
  for (const review of reviews) {
    // Hiding again, as an undo, repeats the reason.
    const given = verdict === 'hide' ? (reason ?? review.hidden_reason) : undefined
    const body = { verdict, ...(given ? { reason: given } : {}) }
    try {
      await call(studio_support.moderateReview, { params: { id: review.id }, body })
      outcome.done.push(review)
    } catch (error) {
      outcome.refused.push({
        ...{ id: review.id, key: String(review.id) },
        title: messages.review_of(review.username),
        reason: isApiError(error, 'conflict') ? messages.too_late : errorMessage(error),
      })
    }
  }
  return outcome
}

/** Moderates the selected reviews together, with an undo and the reviews that could not be changed. */
export function useBulkReviews(selection: ReturnType<typeof useRowSelection<ReportedReview>>) {
  const [refused, setRefused] = useState<Outcome['refused']>([])
  const options = { invalidates: [studioKeys.reviews()] }
  const undo = useApiMutation(
    ({ reviews, verdict }: { reviews: readonly Judged[] } & Verdict) =>
      moderate(reviews, { verdict }),
    {
      ...options,
      onSuccess(outcome) {
        setRefused(outcome.refused)
        if (outcome.done.length > 0)
          toasts.show(messages.bulk_undone(outcome.done.length), 'success')
      },
    },
  )
  const judge = useApiMutation((verdict: Verdict) => moderate(selection.rows, verdict), {
    ...options,
    onSuccess({ done, ...outcome }, { verdict, reason }) {
      setRefused(outcome.refused)
      selection.select(outcome.refused.map(({ id }) => id))
      if (done.length === 0) return
      const reviews = done.map((review) => ({
        ...review,
        hidden_reason: reason ?? review.hidden_reason,
      }))
      toasts.show(messages.bulk_done[verdict](done.length), 'success', {
        label: studioServiceMessages.undo,
        run: () => undo.submit({ reviews, verdict: undoVerdict[verdict] }),
      })
    },
  })
  return {
    ...{ judge: judge.submit, refused },
    isPending: judge.isPending || undo.isPending,
    dismiss: () => setRefused([]),
  }
}
