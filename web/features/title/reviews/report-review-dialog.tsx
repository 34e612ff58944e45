import type { ReportReason, Review } from '#contract/contents/reviews.ts'
import { controlCopy } from '#web/ui/messages.ko.ts'
import { reviewCopy } from './messages.ko.ts'
import { wordsOf } from '#web/api/error-message.ts'
import { reportReview } from './queries.ts'
import { Button } from '#web/ui/base/button.tsx'
import { FormError } from '#web/ui/forms/form-controls.tsx'
import { modals } from '#web/ui/dialog/dialog-store.ts'
import { ModalBody } from '#web/ui/dialog/dialog.tsx'
import { useState, type FormEvent } from 'react'

// The contract's own list would bring its validator along to all who read.
const reportReasons = Object.keys(reviewCopy.reasons) as ReportReason[]

/** Asks what is wrong with a review and tells the staff. @returns whether it was told. */
export async function reportDialog(review: Review): Promise<boolean> {
  const told = await modals.open<boolean>({ label: reviewCopy.report_title }, (close) => (
    <ReportForm review={review} close={close} />
  ))
  return told === true
}

function ReportForm({ review, close }: { review: Review; close: (told?: boolean) => void }) {
  const [reason, setReason] = useState<ReportReason>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!reason || busy) return
    setBusy(true)
    setError(undefined)
    try {
      await reportReview(review.id, reason)
      close(true)
    } catch (fault) {
      setError(wordsOf(fault))
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <ModalBody
        title={reviewCopy.report_title}
        actions={
          <>
            <Button onClick={() => close()}>{controlCopy.cancel}</Button>
            <Button type="submit" look="danger" busy={busy} disabled={!reason}>
              {reviewCopy.report_send}
            </Button>
          </>
        }
      >
        <fieldset>
          <legend className="mb-2">{reviewCopy.report_question}</legend>
          {reportReasons.map((one) => (
            <label key={one} className="flex min-h-11 items-center gap-3 text-paper">
              <input
                type="radio"
                name="reason"
                value={one}
                checked={reason === one}
                onChange={() => setReason(one)}
                className="size-5 accent-gam"
              />
              {reviewCopy.reasons[one]}
            </label>
          ))}
        </fieldset>
        <FormError className="mt-3">{error}</FormError>
      </ModalBody>
    </form>
  )
}
