import { suspensionCategories } from '#contract/accounts/account-rules.ts'
import type { MemberDetail } from '#contract/accounts/staff/members.ts'
import { endpoints } from '#contract/index.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { StaffQueryProvider } from '#web/features/studio/common/staff-query-client.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { RadioCard, RadioCardGroup } from '#web/ui/forms/radio-card.tsx'
import { ReasonForm } from './member-dialogs.tsx'
import { suspensionMessages as messages } from './messages.ko.ts'

const { suspendMember, restoreMember } = endpoints.studio_members

/** Suspends the member, or restores a suspended one. */
export const openSuspensionDialog = ({ id, is_suspended }: MemberDetail) => {
  const [title, Dialog] = is_suspended
    ? [messages.restore_title, RestoreDialog]
    : [messages.suspend_title, SuspendDialog]
  return dialogs.open({ label: title }, (close) => (
    <StaffQueryProvider>
      <Dialog id={id} close={close} />
    </StaffQueryProvider>
  ))
}

const messageOf = (error: unknown) =>
  isApiError(error, 'conflict') ? messages.conflict : errorMessage(error)

type DialogProps = { id: number; close: () => void }

function SuspendDialog({ id, close }: DialogProps) {
  const form = useMutationForm(suspendMember, {
    params: { id },
    defaultValues: { reason: '' },
    labels: { reason: messages.reason },
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
    labels: { reason: messages.reason },
    messageOf,
    invalidates: [studioKeys.member(id)],
    toast: messages.restored,
    onSuccess: close,
  })
  return (
    <ReasonForm
      title={messages.restore_title}
      yes={messages.restore}
      form={form}
      reasonField={form.field('reason')}
      close={close}
    >
      <p>{messages.restore_detail}</p>
    </ReasonForm>
  )
}
