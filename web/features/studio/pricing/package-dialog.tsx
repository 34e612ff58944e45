import { endpoints } from '#contract/index.ts'
import type { StudioPackage } from '#contract/transactions/staff/pricing.ts'
import { apiRequest } from '#web/api/client.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { StaffQueryProvider } from '#web/features/studio/common/staff-query-client.tsx'
import { MoneyField, NumberField } from '#web/features/studio/common/value-fields.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { pricingMessages } from './messages.ko.ts'
import { editOptions } from './queries.ts'

const messages = pricingMessages.packages
const { studio_pricing: calls } = endpoints
const { amount: amountSchema, bonus: bonusSchema } = calls.createPackage.body.shape

/** Changes the bonus of a package, or makes one. */
export const openPackageDialog = (row: StudioPackage | null) => {
  const label = row ? pricingMessages.edit_of(messages.name(row.amount, row.bonus)) : messages.add
  return dialogs.open<null>({ label }, (close) => (
    <StaffQueryProvider>
      <PackageForm row={row} label={label} onDone={() => close(null)} />
    </StaffQueryProvider>
  ))
}

function PackageForm({
  row,
  label,
  onDone,
}: {
  row: StudioPackage | null
  label: string
  onDone: () => void
}) {
  const { control, submit, isIncomplete, isSubmitting, formError } = useMutationForm(
    calls.createPackage,
    {
      ...editOptions(messages.amount_used),
      defaultValues: { ...(row && { amount: row.amount }), bonus: row?.bonus ?? 0 },
      labels: { amount: messages.amount, bonus: messages.bonus },
      errorMessages: (name, code) =>
        name === 'bonus' && code === 'too_big' ? messages.bonus_too_big : undefined,
      validate: ({ amount, bonus }) =>
        bonus > amount ? [{ field: 'bonus', code: 'too_big' }] : [],
      toast: pricingMessages.saved,
      onSuccess: onDone,
      send: (body) =>
        row
          ? apiRequest(calls.replacePackage, {
              params: { id: row.id },
              body: { bonus: body.bonus },
            })
          : apiRequest(calls.createPackage, { body }),
    },
  )
  return (
    <form noValidate onSubmit={submit}>
      <DialogBody
        title={label}
        actions={
          <>
            <Button onClick={onDone}>{pricingMessages.cancel}</Button>
            <Button type="submit" variant="primary" busy={isSubmitting} incomplete={isIncomplete}>
              {pricingMessages.save}
            </Button>
          </>
        }
      >
        {row ? (
          <p className="mb-4">{messages.replaces}</p>
        ) : (
          <MoneyField
            schema={amountSchema}
            label={messages.price}
            hint={messages.price_hint}
            required
            isOptional
            {...control('amount')}
          />
        )}
        <NumberField
          schema={bonusSchema}
          label={messages.bonus}
          hint={messages.bonus_hint}
          required
          isOptional
          {...control('bonus')}
        />
        <FormAlert className="mt-3">{formError}</FormAlert>
      </DialogBody>
    </form>
  )
}
