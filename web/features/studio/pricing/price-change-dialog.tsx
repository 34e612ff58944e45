import { endpoints } from '#contract/index.ts'
import { addDays, seoulDate } from '#contract/core/seoul-time.ts'
import { consentDays } from '#contract/transactions/staff/price-changes.ts'
import type { StudioPlan } from '#contract/transactions/staff/pricing.ts'
import type { WithoutConsent } from '#contract/transactions/subscriptions.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { StaffQueryProvider } from '#web/features/studio/common/staff-query-client.tsx'
import { DateField } from '#web/features/studio/common/value-fields.tsx'
import { QueryContent } from '#web/features/studio/list/query-content.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { FormAlert, Options, SelectField } from '#web/ui/forms/form-controls.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pricingMessages } from './messages.ko.ts'
import { editOptions, plansQuery } from './queries.ts'

const messages = pricingMessages.price_changes
const { startPriceChange } = endpoints.studio_price_changes

/** Former terms that members still have, with the newest ones of their plan. */
const formerTerms = (plans: readonly StudioPlan[]) =>
  plans.flatMap((plan) =>
    plan.versions
      .filter(({ version, subscribers }) => version !== plan.version && subscribers > 0)
      .map((from) => ({ plan, from })),
  )
type FormerTerms = ReturnType<typeof formerTerms>[number]

/** Asks the members of former terms to the newest ones of their plan. */
export const openPriceChangeDialog = () =>
  dialogs.open<null>({ label: messages.add }, (close) => (
    <StaffQueryProvider>
      <PriceChangeDialog onDone={() => close(null)} />
    </StaffQueryProvider>
  ))

function PriceChangeDialog({ onDone }: { onDone: () => void }) {
  const query = useQuery(plansQuery)
  return (
    <QueryContent query={query} skeletonRows={4}>
      {({ results }) => {
        const choices = formerTerms(results)
        return choices.length === 0 ? (
          <DialogBody
            title={messages.add}
            actions={<Button onClick={onDone}>{pricingMessages.cancel}</Button>}
          >
            <p>{messages.nobody}</p>
          </DialogBody>
        ) : (
          <PriceChangeForm choices={choices} onDone={onDone} />
        )
      }}
    </QueryContent>
  )
}

const valuesOf = ({ plan, from }: FormerTerms) => ({
  plan_id: plan.id,
  from_version: from.version,
  to_version: plan.version,
})

function PriceChangeForm({
  choices,
  onDone,
}: {
  choices: readonly FormerTerms[]
  onDone: () => void
}) {
  const [chosen, setChosen] = useState(choices[0] as FormerTerms)
  const [earliest] = useState(() => addDays(seoulDate(Date.now()), consentDays))
  const { form, control, submit, isIncomplete, isSubmitting, formError } = useMutationForm(
    startPriceChange,
    {
      ...editOptions(messages.is_running),
      defaultValues: {
        ...valuesOf(chosen),
        starts_on: earliest,
        without_consent: 'keep' as WithoutConsent,
      },
      labels: { starts_on: messages.starts_on },
      toast: messages.started,
      onSuccess: onDone,
    },
  )
  const withoutConsent = control('without_consent')
  return (
    <form noValidate onSubmit={submit}>
      <DialogBody
        title={messages.add}
        actions={
          <>
            <Button onClick={onDone}>{pricingMessages.cancel}</Button>
            <Button type="submit" variant="primary" busy={isSubmitting} incomplete={isIncomplete}>
              {messages.start}
            </Button>
          </>
        }
      >
        <SelectField
          label={messages.members}
          value={choices.indexOf(chosen)}
          onChange={({ target }) => {
            const next = choices[Number(target.value)] ?? chosen
            setChosen(next)
            for (const [name, value] of Object.entries(valuesOf(next)))
              form.setValue(name as keyof ReturnType<typeof valuesOf>, value)
          }}
        >
          {choices.map(({ plan, from }, index) => (
            <option key={`${plan.id}-${from.version}`} value={index}>
              {messages.choice(plan, from)}
            </option>
          ))}
        </SelectField>
        <DateField
          label={messages.starts_on}
          hint={messages.starts_on_hint(consentDays)}
          required
          {...control('starts_on')}
        />
        <SelectField
          label={messages.without_consent}
          hint={messages.hints[withoutConsent.value ?? 'keep']}
          value={withoutConsent.value ?? 'keep'}
          error={withoutConsent.error}
          onChange={({ target }) => withoutConsent.onValue(target.value as WithoutConsent)}
        >
          <Options values={['keep', 'end']} names={messages.choices} />
        </SelectField>
        <p className="mt-4 text-sm">{messages.law(consentDays)}</p>
        <FormAlert className="mt-3">{formError}</FormAlert>
      </DialogBody>
    </form>
  )
}
