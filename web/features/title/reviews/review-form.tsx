import { reviewLength, reviews, type Review } from '#contract/contents/reviews.ts'
import { controlMessages } from '#web/ui/messages.ko.ts'
import { formMessages } from '#web/api/messages.ko.ts'
import { reviewMessages } from './messages.ko.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import type { ReviewTarget } from './queries.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Checkbox, TextArea, FormAlert } from '#web/ui/forms/form-controls.tsx'
import { StarRatingInput } from '#web/ui/forms/star-rating-input.tsx'
import { useEffect, useId, useRef, useState } from 'react'
import type { reviewDraftStorage } from './review-draft.ts'

/** Writes the one review of a member, or writes it anew. What is typed is kept until it is sent or given up. */
export function ReviewForm({
  work,
  own,
  draft,
  onCancel,
  onSaved,
}: {
  work: ReviewTarget
  own: Review | null
  draft: ReturnType<typeof reviewDraftStorage>
  onCancel: () => void
  onSaved: (review: Review) => void
}) {
  const title = useId()
  const frame = useRef<HTMLFormElement>(null)
  const [kept] = useState(draft.read)
  const { form, field, submit, form_error, wait, busy } = useApiForm(reviews.writeReview, {
    defaults: {
      content_type: work.content_type,
      object_id: work.object_id,
      ...(own && { rating: own.rating }),
      context: own?.context ?? '',
      is_spoiler: own?.is_spoiler ?? false,
    },
    onDone(review) {
      draft.drop()
      onSaved(review)
    },
  })
  const { isDirty } = form.formState
  const { rating, context, is_spoiler } = form.watch()

  useEffect(() => {
    if (kept?.rating) form.setValue('rating', kept.rating, { shouldDirty: true })
    if (kept) {
      form.setValue('context', kept.context, { shouldDirty: true })
      form.setValue('is_spoiler', kept.is_spoiler, { shouldDirty: true })
    }
    // What one reloads the page for is not to be pulled into view by us.
    else frame.current?.querySelector('input')?.focus()
    // Once: what was kept when the form came.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  useEffect(() => {
    if (isDirty) draft.keep({ rating: rating ?? null, context, is_spoiler })
    // The same draft by another object is the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isDirty, rating, context, is_spoiler])

  const used = countCharacters(context)
  const over = used - reviewLength.max
  const text = field('context')
  return (
    <form
      ref={frame}
      noValidate
      aria-labelledby={title}
      onSubmit={submit}
      className="mt-4 rounded-xl bg-surface p-5 inset-ring inset-ring-border"
    >
      <h3 id={title} className="text-base font-bold md:text-lg">
        {own ? reviewMessages.form_edit : reviewMessages.form_new}
      </h3>
      {kept && (
        <p role="status" className="mt-1 text-sm text-foreground-subtle">
          {reviewMessages.draft_kept}
        </p>
      )}
      <div className="mt-2 mb-4 -ml-1.5">
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
        required
        {...text}
        error={over > 0 ? reviewMessages.too_long(over) : text.error}
        hint={reviewMessages.context_hint}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox label={reviewMessages.is_spoiler} {...form.register('is_spoiler')} />
        <span
          className={`text-sm tabular-nums ${over > 0 ? 'text-danger' : 'text-foreground-subtle'}`}
        >
          {controlMessages.characters(used, reviewLength.max)}
        </span>
      </div>
      <FormAlert className="mt-3">
        {wait > 0 ? `${form_error ?? ''} ${formMessages.wait(wait)}` : form_error}
      </FormAlert>
      <div className="mt-4 flex justify-end gap-2.5 max-md:*:grow">
        <Button
          onClick={() => {
            draft.drop()
            onCancel()
          }}
        >
          {reviewMessages.cancel}
        </Button>
        <Button type="submit" look="primary" busy={busy} disabled={wait > 0 || over > 0}>
          {own ? reviewMessages.save_edit : reviewMessages.save_new}
        </Button>
      </div>
    </form>
  )
}

/** Code points, as the contract and the database count them: an emoji of two units is one letter. */
export const countCharacters = (text: string): number => [...text].length
