import type { ReportReason, Review } from '#contract/contents/reviews.ts'
import { controlMessages } from '#web/ui/control-messages.ko.ts'
import { reviewMessages } from './messages.ko.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { reportReview } from './queries.ts'
import { Button } from '#web/ui/base/button.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { useState, type FormEvent } from 'react'

// The contract's own list would add its validator to every page with reviews.
const reportReasons = Object.keys(reviewMessages.reasons) as ReportReason[]

/**
 * Asks for the reason and reports the review.
 * @returns whether it was reported.
 */
export async function openReportReviewDialog(review: Review): Promise<boolean> {
  const isReported = await dialogs.open<boolean>(
    { label: reviewMessages.report_title },
    (close) => <ReportForm review={review} close={close} />,
  )
  return isReported === true
}

function ReportForm({ review, close }: { review: Review; close: (isReported?: boolean) => void }) {
  const [reason, setReason] = useState<ReportReason>()
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const report = useAsyncAction(async () => {
    if (!reason) return
    await reportReview(review.id, reason)
    close(true)
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setWasSubmitted(true)
    report.run()
  }

  return (
    <form onSubmit={submit}>
      <DialogBody
        title={reviewMessages.report_title}
        actions={
          <>
            <Button onClick={() => close()}>{controlMessages.cancel}</Button>
            <Button type="submit" variant="danger" busy={report.isPending} incomplete={!reason}>
              {reviewMessages.report_send}
            </Button>
          </>
        }
      >
        <fieldset>
          <legend className="mb-2">{reviewMessages.report_question}</legend>
          {reportReasons.map((option) => (
            <label key={option} className="flex min-h-11 items-center gap-3 text-foreground">
              <input
                type="radio"
                name="reason"
                value={option}
                checked={reason === option}
                onChange={() => setReason(option)}
                className="size-5 accent-accent"
              />
              {reviewMessages.reasons[option]}
            </label>
          ))}
        </fieldset>
        <FormAlert className="mt-3">
          {report.error
            ? errorMessage(report.error)
            : wasSubmitted && !reason
              ? reviewMessages.report_missing
              : null}
        </FormAlert>
      </DialogBody>
    </form>
  )
}
