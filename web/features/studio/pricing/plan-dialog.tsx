import { endpoints } from '#contract/index.ts'
import {
  planHeights,
  planNameLength,
  type StudioPlan,
} from '#contract/transactions/staff/pricing.ts'
import { apiRequest } from '#web/api/client.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { StaffQueryProvider } from '#web/features/studio/common/staff-query-client.tsx'
import { MoneyField, NumberField } from '#web/features/studio/common/value-fields.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { FormAlert, Options, SelectField, TextField } from '#web/ui/forms/form-controls.tsx'
import { pricingMessages } from './messages.ko.ts'
import { editOptions } from './queries.ts'

const messages = pricingMessages.plans
const { studio_pricing: calls } = endpoints
const { price: priceSchema, streams: streamsSchema } = calls.createPlan.body.shape

/** Edits a plan, or makes one. */
export const openPlanDialog = (plan: StudioPlan | null) => {
  const label = plan ? pricingMessages.edit_of(plan.name) : messages.add
  return dialogs.open<null>({ label }, (close) => (
    <StaffQueryProvider>
      <PlanForm plan={plan} label={label} onDone={() => close(null)} />
    </StaffQueryProvider>
  ))
}

function PlanForm({
  plan,
  label,
  onDone,
}: {
  plan: StudioPlan | null
  label: string
  onDone: () => void
}) {
  const { field, control, submit, isIncomplete, isSubmitting, formError } = useMutationForm(
    calls.createPlan,
    {
      ...editOptions(messages.name_used),
      defaultValues: {
        name: plan?.name ?? '',
        ...(plan && { price: plan.price }),
        max_height: (plan?.max_height ?? 1080) as (typeof planHeights)[number],
        streams: plan?.streams ?? 1,
      },
      labels: { name: messages.name, price: messages.price, streams: messages.streams },
      toast: pricingMessages.saved,
      onSuccess: onDone,
      send: (body) =>
        plan
          ? apiRequest(calls.updatePlan, {
              params: { id: plan.id },
              body: { version: plan.version, ...body },
            })
          : apiRequest(calls.createPlan, { body }),
    },
  )
  const height = control('max_height')
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
        {plan && <p className="mb-4">{messages.stays(plan.subscribers)}</p>}
        <TextField
          label={messages.name}
          required
          maxLength={planNameLength.max}
          autoComplete="off"
          {...field('name')}
        />
        <MoneyField
          schema={priceSchema}
          label={messages.price}
          required
          isOptional
          {...control('price')}
        />
        <SelectField
          label={messages.height}
          value={height.value ?? ''}
          error={height.error}
          onChange={({ target }) =>
            height.onValue(Number(target.value) as (typeof planHeights)[number])
          }
        >
          <Options values={planHeights} names={messages.heights} />
        </SelectField>
        <NumberField
          schema={streamsSchema}
          label={messages.streams}
          required
          isOptional
          {...control('streams')}
        />
        {plan && plan.versions.length > 1 && <FormerVersions plan={plan} />}
        <FormAlert className="mt-3">{formError}</FormAlert>
      </DialogBody>
    </form>
  )
}

const FormerVersions = ({ plan: { version: current, versions } }: { plan: StudioPlan }) => (
  <section aria-label={messages.versions} className="mt-4 text-sm">
    <h3 className="font-semibold">{messages.versions}</h3>
    <ul className="mt-1 max-h-40 divide-y divide-border overflow-y-auto tabular-nums">
      {versions
        .filter(({ version }) => version !== current)
        .map(({ version, created_at, price, max_height, streams, subscribers }) => (
          <li key={version} className="flex flex-wrap justify-between gap-x-4 py-2">
            {messages.version(created_at, price, max_height, streams)}
            <span className="text-foreground-subtle">{messages.people(subscribers)}</span>
          </li>
        ))}
    </ul>
  </section>
)
