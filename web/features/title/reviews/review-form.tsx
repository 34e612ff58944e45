import { countCharacters } from '#contract/core/characters.ts'
import { reviewLength, reviews, type Review } from '#contract/reviews/reviews.ts'
import { controlMessages } from '#web/ui/control-messages.ko.ts'
import { formMessages } from '#web/api/messages.ko.ts'
import { reviewMessages } from './messages.ko.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import type { ReviewTarget } from './reviews-props.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Checkbox, TextArea, FormAlert } from '#web/ui/forms/form-controls.tsx'
import { StarRatingInput } from '#web/ui/forms/star-rating-input.tsx'
import { useEffect, useId, useRef, useState } from 'react'
import type { reviewDraftStorage } from './review-draft.ts'

type ReviewFormProps = {
  target: ReviewTarget
  own: Review | null
  draft: ReturnType<typeof reviewDraftStorage>
  onCancel: () => void
  onSaved: (review: Review) => void
}

/** The form of a review, which starts from its draft and saves it at each change. */
function useReviewForm({ target, own, draft, onSaved }: Omit<ReviewFormProps, 'onCancel'>) {
  const formElement = useRef<HTMLFormElement>(null)
  const [restored] = useState(draft.read)
  const apiForm = useApiForm(reviews.writeReview, {
    defaultValues: {
      content_type: target.content_type,
      object_id: target.object_id,
      ...(own && { rating: own.rating }),
      context: own?.context ?? '',
      is_spoiler: own?.is_spoiler ?? false,
    },
    onSuccess(review) {
      draft.remove()
      onSaved(review)
    },
  })
  const { form } = apiForm
  const { isDirty } = form.formState
  const { rating, context = '', is_spoiler } = form.watch()

  useEffect(() => {
    if (restored?.rating) form.setValue('rating', restored.rating, { shouldDirty: true })
    if (restored) {
      form.setValue('context', restored.context, { shouldDirty: true })
      form.setValue('is_spoiler', restored.is_spoiler, { shouldDirty: true })
    }
    // A restored draft does not scroll the form into view.
    else formElement.current?.querySelector('input')?.focus()
    // Once: the draft at mount.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  useEffect(() => {
    if (isDirty) draft.save({ rating: rating ?? null, context, is_spoiler })
    // A new object for the same draft is equivalent.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isDirty, rating, context, is_spoiler])

  return { ...apiForm, formElement, restored, rating, context }
}

/** Writes or edits the member's one review. The text is saved as a draft until it is sent or cancelled. */
export function ReviewForm({ onCancel, ...props }: ReviewFormProps) {
  const { own, draft } = props
  const titleId = useId()
  const review = useReviewForm(props)
  const { form, formElement, field, retryIn_s: wait, rating, context } = review
  const length = countCharacters(context)
  const excess = length - reviewLength.max
  const text = field('context')
  return (
    <form
      ref={formElement}
      noValidate
      aria-labelledby={titleId}
      onSubmit={review.submit}
      className="mt-4 rounded-sheet bg-surface p-5 inset-ring inset-ring-border"
    >
      <h3 id={titleId} className="text-base font-bold md:text-lg">
        {own ? reviewMessages.form_edit : reviewMessages.form_new}
      </h3>
      {review.restored && (
        <p role="status" className="mt-1 text-sm text-foreground-subtle">
          {reviewMessages.draft_restored}
        </p>
      )}
      <div className="mt-2 mb-4 -ml-2">
        <StarRatingInput
          value={rating ?? null}
          onChange={(stars) =>
            form.setValue('rating', stars, { shouldDirty: true, shouldValidate: true })
          }
          label={reviewMessages.stars}
          error={form.getFieldState('rating', form.formState).error?.message}
        />
      </div>
      <TextArea
        label={reviewMessages.context}
        {...text}
        error={excess > 0 ? reviewMessages.too_long(excess) : text.error}
        hint={reviewMessages.context_hint}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox label={reviewMessages.is_spoiler} {...form.register('is_spoiler')} />
        <span
          className={`text-sm tabular-nums ${excess > 0 ? 'text-danger' : 'text-foreground-subtle'}`}
        >
          {controlMessages.characters(length, reviewLength.max)}
        </span>
      </div>
      <FormAlert className="mt-3">
        {wait > 0 ? `${review.formError ?? ''} ${formMessages.retry_in(wait)}` : review.formError}
      </FormAlert>
      <div className="mt-4 flex justify-end gap-3 max-md:*:grow">
        <Button
          onClick={() => {
            draft.remove()
            onCancel()
          }}
        >
          {reviewMessages.cancel}
        </Button>
        <Button
          type="submit"
          variant="primary"
          busy={review.isSubmitting}
          incomplete={wait > 0 || excess > 0}
        >
          {own ? reviewMessages.save_edit : reviewMessages.save_new}
        </Button>
      </div>
    </form>
  )
}
