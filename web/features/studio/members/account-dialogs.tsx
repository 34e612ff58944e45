import { suspensionCategories } from '#contract/accounts/account-rules.ts'
import type { MemberDetail } from '#contract/accounts/staff/members.ts'
import { endpoints } from '#contract/index.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { StaffQueryProvider } from '#web/features/studio/common/staff-query-client.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { FormAlert, TextField } from '#web/ui/forms/form-controls.tsx'
import { RadioCard, RadioCardGroup } from '#web/ui/forms/radio-card.tsx'
import { ReasonForm } from './member-dialogs.tsx'
import { emailChangeMessages, memberAccountMessages, suspensionMessages } from './messages.ko.ts'

const { suspendMember, restoreMember, startEmailChange, cancelEmailChange } =
  endpoints.studio_members
const { reason, conflict } = memberAccountMessages

const messageOf = (error: unknown) =>
  isApiError(error, 'conflict') ? conflict : errorMessage(error)

type DialogProps = { id: number; close: () => void }

const openAccountDialog = (
  title: string,
  id: number,
  Dialog: (props: DialogProps) => React.ReactNode,
) =>
  dialogs.open({ label: title }, (close) => (
    <StaffQueryProvider>
      <Dialog id={id} close={close} />
    </StaffQueryProvider>
  ))

/** Suspends the member, or restores a suspended one. */
export const openSuspensionDialog = ({ id, is_suspended }: MemberDetail) =>
  is_suspended
    ? openAccountDialog(suspensionMessages.restore_title, id, RestoreDialog)
    : openAccountDialog(suspensionMessages.suspend_title, id, SuspendDialog)

/** Sends the link of a change of the address, or cancels the one that waits. */
export const openEmailDialog = ({ id, email_change }: MemberDetail) =>
  email_change
    ? openAccountDialog(emailChangeMessages.cancel_title, id, CancelEmailDialog)
    : openAccountDialog(emailChangeMessages.title, id, EmailDialog)

function SuspendDialog({ id, close }: DialogProps) {
  const messages = suspensionMessages
  const form = useMutationForm(suspendMember, {
    params: { id },
    defaultValues: { reason: '' },
    labels: { reason },
    errorMessages: (name) => (name === 'category' ? messages.pick_category : undefined),
    messageOf,
    invalidates: [studioKeys.member(id)],
    toast: messages.suspended,
    onSuccess: close,
  })
  const category = form.control('category')
  return (
    <ReasonForm
      title={messages.suspend_title}
      yes={messages.suspend}
      form={form}
      reasonField={form.field('reason')}
      close={close}
    >
      <p className="mb-4">{messages.suspend_detail}</p>
      <RadioCardGroup legend={messages.category}>
        {suspensionCategories.map((option) => (
          <RadioCard
            key={option}
            name="category"
            checked={category.value === option}
            onSelect={() => category.onValue(option)}
            title={messages.categories[option]}
            detail={messages.category_details[option]}
          />
        ))}
      </RadioCardGroup>
      <FormAlert className="mt-3">{category.error}</FormAlert>
    </ReasonForm>
  )
}

function RestoreDialog({ id, close }: DialogProps) {
  const form = useMutationForm(restoreMember, {
    params: { id },
    defaultValues: { reason: '' },
    labels: { reason },
    messageOf,
    invalidates: [studioKeys.member(id)],
    toast: suspensionMessages.restored,
    onSuccess: close,
  })
  return (
    <ReasonForm
      title={suspensionMessages.restore_title}
      yes={suspensionMessages.restore}
      form={form}
      reasonField={form.field('reason')}
      close={close}
    >
      <p>{suspensionMessages.restore_detail}</p>
    </ReasonForm>
  )
}

function EmailDialog({ id, close }: DialogProps) {
  const messages = emailChangeMessages
  const form = useMutationForm(startEmailChange, {
    params: { id },
    defaultValues: { email: '', reason: '' },
    labels: { reason },
    messageOf: (error) =>
      isApiError(error, 'email_in_use') ? messages.in_use : errorMessage(error),
    invalidates: [studioKeys.member(id)],
    toast: messages.started,
    onSuccess: close,
  })
  return (
    <ReasonForm
      title={messages.title}
      yes={messages.submit}
      form={form}
      reasonField={form.field('reason')}
      close={close}
    >
      <p className="mb-4">{messages.detail}</p>
      <TextField
        label={messages.email}
        type="email"
        inputMode="email"
        autoComplete="off"
        required
        maxLength={254}
        {...form.field('email')}
      />
    </ReasonForm>
  )
}

function CancelEmailDialog({ id, close }: DialogProps) {
  const form = useMutationForm(cancelEmailChange, {
    params: { id },
    defaultValues: { reason: '' },
    labels: { reason },
    messageOf,
    invalidates: [studioKeys.member(id)],
    toast: emailChangeMessages.cancelled,
    onSuccess: close,
  })
  return (
    <ReasonForm
      title={emailChangeMessages.cancel_title}
      yes={emailChangeMessages.cancel}
      form={form}
      reasonField={form.field('reason')}
      close={close}
    >
      <p>{emailChangeMessages.cancel_detail}</p>
    </ReasonForm>
  )
}
