import { type Disclosure, disclosureScopes } from '#contract/accounts/staff/disclosures.ts'
import { endpoints } from '#contract/index.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { StaffQueryProvider } from '#web/features/studio/common/staff-query-client.tsx'
import { DateField } from '#web/features/studio/common/value-fields.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { Button } from '#web/ui/base/button.tsx'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { Checkbox, FormAlert, TextField } from '#web/ui/forms/form-controls.tsx'
import { RadioCard, RadioCardGroup } from '#web/ui/forms/radio-card.tsx'
import { disclosureMessages as messages } from './disclosure-messages.ko.ts'
import { ReasonForm } from './member-dialogs.tsx'

const { requestDisclosure, decideDisclosure } = endpoints.studio_disclosures

/** Requests a disclosure with its legal basis, scope and period. */
export const openDisclosureDialog = (id: number) =>
  dialogs.open({ label: messages.request_title }, (close) => (
    <StaffQueryProvider>
      <RequestDialog id={id} close={close} />
    </StaffQueryProvider>
  ))

function RequestDialog({ id, close }: { id: number; close: () => void }) {
  const { field, control, submit, isIncomplete, isSubmitting, formError } = useMutationForm(
    requestDisclosure,
    {
      params: { id },
      defaultValues: { authority: '', document_number: '', legal_basis: '', scope: [] },
      labels: {
        authority: messages.authority,
        document_number: messages.document_number,
        legal_basis: messages.legal_basis,
        from_day: messages.from_day,
        to_day: messages.to_day,
      },
      errorMessages: (name) => (name === 'scope' ? messages.pick_scope : undefined),
      invalidates: [studioKeys.member(id, 'disclosures')],
      toast: messages.requested,
      onSuccess: close,
    },
  )
  const scope = control('scope')
  const chosen = scope.value ?? []
  return (
    <form noValidate onSubmit={submit}>
      <DialogBody
        title={messages.request_title}
        actions={
          <>
            <Button onClick={close}>{messages.cancel}</Button>
            <Button type="submit" variant="primary" busy={isSubmitting} incomplete={isIncomplete}>
              {messages.submit}
            </Button>
          </>
        }
      >
        <p className="mb-4">{messages.request_detail}</p>
        <div className="grid gap-3">
          <TextField
            label={messages.authority}
            hint={messages.authority_hint}
            required
            maxLength={100}
            {...field('authority')}
          />
          <TextField
            label={messages.document_number}
            required
            maxLength={100}
            {...field('document_number')}
          />
          <TextField
            label={messages.legal_basis}
            hint={messages.legal_basis_hint}
            required
            maxLength={200}
            {...field('legal_basis')}
          />
          <DateField label={messages.from_day} required {...control('from_day')} />
          <DateField label={messages.to_day} required {...control('to_day')} />
          <fieldset>
            <legend className="mb-1 text-sm font-semibold">{messages.scope}</legend>
            {disclosureScopes.map((part) => (
              <Checkbox
                key={part}
                label={messages.scopes[part]}
                checked={chosen.includes(part)}
                onChange={({ target }) =>
                  scope.onValue(
                    target.checked ? [...chosen, part] : chosen.filter((other) => other !== part),
                  )
                }
              />
            ))}
            <FormAlert>{scope.error}</FormAlert>
          </fieldset>
        </div>
        <FormAlert className="mt-3">{formError}</FormAlert>
      </DialogBody>
    </form>
  )
}

/** Approves or rejects a disclosure that a colleague has requested. */
export const openDecisionDialog = (id: number, disclosure: Disclosure) =>
  dialogs.open({ label: messages.decide_title }, (close) => (
    <StaffQueryProvider>
      <DecisionDialog id={id} disclosure={disclosure} close={close} />
    </StaffQueryProvider>
  ))

function DecisionDialog({
  id,
  disclosure,
  close,
}: {
  id: number
  disclosure: Disclosure
  close: () => void
}) {
  const form = useMutationForm(decideDisclosure, {
    params: { id },
    defaultValues: { disclosure_id: disclosure.id, reason: '' },
    labels: { reason: messages.reason },
    errorMessages: (name) => (name === 'is_approved' ? messages.pick_verdict : undefined),
    messageOf: (error) => (isApiError(error, 'conflict') ? messages.conflict : errorMessage(error)),
    invalidates: [studioKeys.member(id, 'disclosures')],
    toast: messages.decided,
    onSuccess: close,
  })
  const verdict = form.control('is_approved')
  return (
    <ReasonForm
      title={messages.decide_title}
      yes={messages.decide}
      form={form}
      reasonField={form.field('reason')}
      close={close}
    >
      <p>
        {disclosure.authority} · {disclosure.document_number}
      </p>
      <p className="mb-4 text-sm">
        {disclosure.legal_basis} · {messages.period(disclosure.from_day, disclosure.to_day)} ·{' '}
        {disclosure.scope.map((part) => messages.scopes[part]).join(', ')}
      </p>
      <RadioCardGroup legend={messages.verdict}>
        {[true, false].map((isApproved) => (
          <RadioCard
            key={String(isApproved)}
            name="verdict"
            checked={verdict.value === isApproved}
            onSelect={() => verdict.onValue(isApproved)}
            title={isApproved ? messages.approve : messages.reject}
            detail={isApproved ? messages.approve_detail : messages.reject_detail}
          />
        ))}
      </RadioCardGroup>
      <FormAlert className="mt-3">{verdict.error}</FormAlert>
    </ReasonForm>
  )
}
