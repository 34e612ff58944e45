import type { ReportReason, Review } from '#contract/contents/reviews.ts'
import { controlMessages } from '#web/ui/messages.ko.ts'
import { reviewMessages } from './messages.ko.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { reportReview } from './queries.ts'
import { Button } from '#web/ui/base/button.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { useState, type FormEvent } from 'react'

// The contract's own list would bring its validator along to all who read.
const reportReasons = Object.keys(reviewMessages.reasons) as ReportReason[]

/** Asks what is wrong with a review and tells the staff. @returns whether it was told. */
export async function openReportReviewDialog(review: Review): Promise<boolean> {
  const told = await dialogs.open<boolean>({ label: reviewMessages.report_title }, (close) => (
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
      setError(errorMessage(fault))
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <DialogBody
        title={reviewMessages.report_title}
        actions={
          <>
            <Button onClick={() => close()}>{controlMessages.cancel}</Button>
            <Button type="submit" look="danger" busy={busy} disabled={!reason}>
              {reviewMessages.report_send}
            </Button>
          </>
        }
      >
        <fieldset>
          <legend className="mb-2">{reviewMessages.report_question}</legend>
          {reportReasons.map((one) => (
            <label key={one} className="flex min-h-11 items-center gap-3 text-foreground">
              <input
                type="radio"
                name="reason"
                value={one}
                checked={reason === one}
                onChange={() => setReason(one)}
                className="size-5 accent-accent"
              />
              {reviewMessages.reasons[one]}
            </label>
          ))}
        </fieldset>
        <FormAlert className="mt-3">{error}</FormAlert>
      </DialogBody>
    </form>
  )
}
