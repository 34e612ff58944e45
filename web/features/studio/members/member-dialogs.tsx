import { endpoints } from '#contract/index.ts'
import type { MemberDetail } from '#contract/accounts/staff/members.ts'
import { pointGrantRange, type MemberOrder } from '#contract/transactions/staff/payments.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { refundBlockedReasons } from '#web/features/billing/purchases/messages.ko.ts'
import { ReasonField } from '#web/features/studio/common/form-fields.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { formatWon } from '#web/lib/format.ts'
import { StaffQueryProvider } from '#web/features/studio/common/staff-query-client.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { isDoublePress } from '#web/ui/dialog/double-press.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { NumberField } from '#web/features/studio/common/value-fields.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { useState, type ComponentProps, type ReactNode } from 'react'
import {
  refundDestinationLabel,
  pointsOf,
  studioMembersMessages as messages,
} from './messages.ko.ts'
import { memberQuery } from './queries.ts'

const { studio_members, studio_payments } = endpoints

const resultMessages = {
  succeeded: messages.refunded,
  pending: messages.refund_reserved,
  failed: messages.refund_failed,
} as const

/** Shows the refund and the rule it overrides, and refunds with a reason. */
export const openStaffRefundDialog = (member_id: number, order: MemberOrder) =>
  dialogs.open({ label: messages.refund_title }, (close) => (
    <StaffQueryProvider>
      <RefundDialog member_id={member_id} order={order} close={close} />
    </StaffQueryProvider>
  ))

function RefundDialog({
  member_id,
  order: { order_id, title, kind, refund_preview: preview },
  close,
}: {
  member_id: number
  order: MemberOrder
  close: () => void
}) {
  const form = useMutationForm(studio_payments.refundOrder, {
    params: { id: member_id },
    defaultValues: { order_id, reason: '' },
    labels: { reason: messages.reason },
    messageOf(error) {
      if (!isApiError(error, 'not_refundable')) return errorMessage(error)
      const { ineligibility_reason: blockedReason } = error.problem
      return blockedReason ? `${refundBlockedReasons[blockedReason]}.` : messages.refund_conflict
    },
    invalidates: [studioKeys.member(member_id)],
    onSuccess({ status }) {
      toasts.show(resultMessages[status], status === 'failed' ? 'danger' : 'success')
      close()
    },
  })
  const override = preview.ineligibility_reason
    ? messages.overrides[preview.ineligibility_reason]
    : ''
  return (
    <ReasonForm
      title={messages.refund_title}
      yes={messages.refund_confirm(refundDestinationLabel(preview))}
      form={form}
      reasonField={form.field('reason')}
      close={close}
    >
      <p className="font-semibold text-foreground">{title}</p>
      <dl className="mt-3 flex justify-between gap-4 border-y border-border py-3">
        <dt>{preview.amount > 0 ? messages.to_card : messages.to_points}</dt>
        <dd className="text-right font-semibold text-foreground tabular-nums">
          {preview.amount > 0 ? formatWon(preview.amount) : pointsOf(preview)}
        </dd>
      </dl>
      {kind === 'points' && (
        <p className="mt-2 text-sm">
          {messages.taken_points}: {pointsOf(preview)}
        </p>
      )}
      {preview.expired_event_point > 0 && (
        <p className="mt-2 text-sm">{messages.expired(preview.expired_event_point)}</p>
      )}
      {override && (
        <p className="mt-3 rounded-card bg-accent-subtle px-4 py-3 text-sm text-foreground">
          {override}
        </p>
      )}
    </ReasonForm>
  )
}

/**
 * Logs a member out, with a reason.
 * @param device_id null for all devices.
 */
export function openSignOutDialog(id: number, device_id: number | null) {
  const title = device_id === null ? messages.sign_out_all_title : messages.sign_out_title
  return dialogs.open({ label: title }, (close) => (
    <StaffQueryProvider>
      <SignOutForm id={id} device_id={device_id} title={title} close={close} />
    </StaffQueryProvider>
  ))
}

function SignOutForm({
  id,
  device_id,
  title,
  close,
}: {
  id: number
  device_id: number | null
  title: string
  close: () => void
}) {
  const form = useMutationForm(studio_members.signOutMember, {
    params: { id },
    defaultValues: { device_id, reason: '' },
    labels: { reason: messages.reason },
    toast: messages.signed_out,
    onSuccess(member, client) {
      client.setQueryData(memberQuery(id).queryKey, member)
      close()
    },
  })
  return (
    <ReasonForm
      title={title}
      yes={device_id === null ? messages.sign_out_all : messages.sign_out}
      close={close}
      form={form}
      reasonField={form.field('reason')}
    >
      <p>{messages.sign_out_detail}</p>
    </ReasonForm>
  )
}

/** Grants event points: amount and reason, then a confirmation of the amount. */
export const openGrantPointsDialog = (member: MemberDetail) =>
  dialogs.open({ label: messages.grant_title }, (close) => (
    <StaffQueryProvider>
      <GrantDialog member={member} close={close} />
    </StaffQueryProvider>
  ))

function GrantDialog({
  member: { id, username },
  close,
}: {
  member: MemberDetail
  close: () => void
}) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { min, max } = pointGrantRange
  const { form, field, control, checked, submit, isIncomplete, isSubmitting, formError } =
    useMutationForm(studio_payments.grantPoints, {
      params: { id },
      defaultValues: { reason: '' },
      labels: { amount: messages.grant_amount, reason: messages.reason },
      toast: ({ amount: granted }) => messages.granted(granted),
      invalidates: [studioKeys.member(id)],
      onSuccess: close,
    })
  const amount = control('amount')

  if (isConfirming && amount.value !== null)
    return (
      <DialogBody
        title={messages.grant_confirm_title(username, amount.value)}
        actions={
          <>
            {/* Focus on cancel, so that a repeated Enter grants nothing. */}
            <Button
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              aria-disabled={isSubmitting}
              onClick={() => setIsConfirming(false)}
            >
              {messages.before}
            </Button>
            {/* Nor does a double click on the button that was in this place. */}
            <Button
              variant="primary"
              busy={isSubmitting}
              onClick={(event) => !isDoublePress(event) && submit()}
            >
              {messages.grant_confirm(amount.value)}
            </Button>
          </>
        }
      >
        <p>{messages.grant_after}</p>
        <p className="mt-2 text-sm">
          {messages.reason}: {form.getValues('reason')}
        </p>
        <FormAlert className="mt-4">{formError}</FormAlert>
      </DialogBody>
    )
  return (
    <form noValidate onSubmit={checked(() => setIsConfirming(true))}>
      <DialogBody
        title={messages.grant_title}
        actions={
          <>
            <Button onClick={close}>{messages.cancel}</Button>
            <Button type="submit" variant="primary" incomplete={isIncomplete}>
              {messages.grant_next}
            </Button>
          </>
        }
      >
        <p className="mb-4">{messages.grant_detail}</p>
        <div className="grid gap-3">
          <NumberField
            schema={studio_payments.grantPoints.body.shape.amount}
            label={messages.grant_amount}
            required
            isOptional
            hint={messages.grant_range(min, max)}
            {...amount}
          />
          <ReasonField messages={messages} {...field('reason')} />
        </div>
      </DialogBody>
    </form>
  )
}

/** A dialog for a change that needs a reason. */
export function ReasonForm({
  title,
  yes,
  form: { submit, isSubmitting, isIncomplete, formError },
  reasonField,
  close,
  children,
}: {
  title: string
  yes: string
  form: Pick<
    ReturnType<typeof useMutationForm>,
    'submit' | 'isSubmitting' | 'isIncomplete' | 'formError'
  >
  reasonField: Omit<ComponentProps<typeof ReasonField>, 'messages'>
  close: () => void
  children?: ReactNode
}) {
  return (
    <form noValidate onSubmit={submit}>
      <DialogBody
        title={title}
        actions={
          <>
            <Button onClick={close}>{messages.cancel}</Button>
            <Button type="submit" variant="danger" busy={isSubmitting} incomplete={isIncomplete}>
              {yes}
            </Button>
          </>
        }
      >
        {children}
        <div className="mt-4">
          <ReasonField messages={messages} {...reasonField} />
        </div>
        <FormAlert>{formError}</FormAlert>
      </DialogBody>
    </form>
  )
}
