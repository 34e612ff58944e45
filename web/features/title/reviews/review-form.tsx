import { countCharacters } from '#contract/core/characters.ts'
import { reviewLength, reviews, type Review } from '#contract/contents/reviews.ts'
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

/** Writes or edits the member's one review. The text is saved as a draft until it is sent or cancelled. */
export function ReviewForm({
  target,
  own,
  draft,
  onCancel,
  onSaved,
}: {
  target: ReviewTarget
  own: Review | null
  draft: ReturnType<typeof reviewDraftStorage>
  onCancel: () => void
  onSaved: (review: Review) => void
}) {
  const titleId = useId()
  const formElement = useRef<HTMLFormElement>(null)
  const [restored] = useState(draft.read)
  const {
    form,
    field,
    submit,
    formError: form_error,
    retryIn_s: wait,
    isSubmitting: busy,
  } = useApiForm(reviews.writeReview, {
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

  const length = countCharacters(context)
  const excess = length - reviewLength.max
  const text = field('context')
  return (
    <form
      ref={formElement}
      noValidate
      aria-labelledby={titleId}
      onSubmit={submit}
      className="mt-4 rounded-sheet bg-surface p-5 inset-ring inset-ring-border"
    >
      <h3 id={titleId} className="text-base font-bold md:text-lg">
        {own ? reviewMessages.form_edit : reviewMessages.form_new}
      </h3>
      {restored && (
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
        {wait > 0 ? `${form_error ?? ''} ${formMessages.retry_in(wait)}` : form_error}
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
        <Button type="submit" variant="primary" busy={busy} incomplete={wait > 0 || excess > 0}>
          {own ? reviewMessages.save_edit : reviewMessages.save_new}
        </Button>
      </div>
    </form>
  )
}
