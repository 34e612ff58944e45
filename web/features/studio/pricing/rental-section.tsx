import { endpoints } from '#contract/index.ts'
import type { StudioRentalTerms } from '#contract/transactions/staff/pricing.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { StaffQueryProvider } from '#web/features/studio/common/staff-query-client.tsx'
import { NumberField } from '#web/features/studio/common/value-fields.tsx'
import { QueryContent } from '#web/features/studio/list/query-content.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/layout/description-list.tsx'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { pricingMessages } from './messages.ko.ts'
import { editOptions, rentalTermsQuery } from './queries.ts'

const messages = pricingMessages.rental
const { setRentalTerms } = endpoints.studio_pricing
const { start_days: daysSchema, playback_hours: hoursSchema } = setRentalTerms.body.shape

/** The terms of new rentals. */
export function RentalSection() {
  const query = useQuery(rentalTermsQuery)
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-lg font-bold">
        {messages.title}
      </h2>
      <p className="mt-1 mb-4 text-sm text-foreground-subtle">{messages.note}</p>
      <QueryContent query={query} skeletonRows={2}>
        {(terms) => (
          <div className="max-w-md">
            <DescriptionList>
              <DescriptionItem name={messages.start_days}>
                {messages.days(terms.start_days)}
              </DescriptionItem>
              <DescriptionItem name={messages.playback_hours}>
                {messages.hours(terms.playback_hours)}
              </DescriptionItem>
            </DescriptionList>
            <Button className="mt-4" onClick={() => void openTermsDialog(terms)}>
              {messages.edit}
            </Button>
          </div>
        )}
      </QueryContent>
    </section>
  )
}

const openTermsDialog = (terms: StudioRentalTerms) =>
  dialogs.open<null>({ label: messages.edit }, (close) => (
    <StaffQueryProvider>
      <TermsForm terms={terms} onDone={() => close(null)} />
    </StaffQueryProvider>
  ))

function TermsForm({ terms, onDone }: { terms: StudioRentalTerms; onDone: () => void }) {
  const { id, start_days, playback_hours } = terms
  const { control, submit, isIncomplete, isSubmitting, formError } = useMutationForm(
    setRentalTerms,
    {
      ...editOptions(),
      defaultValues: { id, start_days, playback_hours },
      labels: { start_days: messages.start_days, playback_hours: messages.playback_hours },
      toast: pricingMessages.saved,
      onSuccess: onDone,
    },
  )
  return (
    <form noValidate onSubmit={submit}>
      <DialogBody
        title={messages.edit}
        actions={
          <>
            <Button onClick={onDone}>{pricingMessages.cancel}</Button>
            <Button type="submit" variant="primary" busy={isSubmitting} incomplete={isIncomplete}>
              {pricingMessages.save}
            </Button>
          </>
        }
      >
        <p className="mb-4">{messages.stays}</p>
        <NumberField
          schema={daysSchema}
          label={messages.start_days}
          counter={messages.day}
          required
          {...control('start_days')}
        />
        <NumberField
          schema={hoursSchema}
          label={messages.playback_hours}
          counter={messages.hour}
          required
          {...control('playback_hours')}
        />
        <FormAlert className="mt-3">{formError}</FormAlert>
      </DialogBody>
    </form>
  )
}
