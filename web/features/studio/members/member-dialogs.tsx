import { endpoints } from '#contract/index.ts'
import { pointGrantRange, type MemberDetail, type MemberOrder } from '#contract/studio/members.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { call } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { idempotentRequest, useApiMutation, type ApiMutation } from '#web/api/use-api-mutation.ts'
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
import { useMissingFields } from '#web/ui/forms/use-missing-fields.ts'
import { useState, type ReactNode } from 'react'
import {
  refundDestinationLabel,
  pointsOf,
  studioMembersMessages as messages,
} from './messages.ko.ts'
import { memberQuery } from './queries.ts'

const { studio_members: calls } = endpoints

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
  const refund = useApiMutation(
    (reason: string) =>
      idempotentRequest(calls.refundOrder, {
        params: { id: member_id },
        body: { order_id, reason },
      }),
    {
      errors: 'inline',
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
    },
  )
  const override = preview.ineligibility_reason
    ? messages.overrides[preview.ineligibility_reason]
    : ''
  return (
    <ReasonForm
      title={messages.refund_title}
      yes={messages.refund_confirm(refundDestinationLabel(preview))}
      mutation={refund}
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
        <p className="mt-3 rounded-lg bg-accent-subtle px-4 py-3 text-sm text-foreground">
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
  const signingOut = useApiMutation(
    (reason: string) => call(calls.signOutMember, { params: { id }, body: { device_id, reason } }),
    {
      errors: 'inline',
      toast: messages.signed_out,
      onSuccess(member, _, client) {
        client.setQueryData(memberQuery(id).queryKey, member)
        close()
      },
    },
  )
  return (
    <ReasonForm
      title={title}
      yes={device_id === null ? messages.sign_out_all : messages.sign_out}
      close={close}
      mutation={signingOut}
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
  const [amount, setAmount] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const [isConfirming, setIsConfirming] = useState(false)
  const { min, max } = pointGrantRange
  const missing = useMissingFields({
    amount: amount === null ? messages.grant_amount : null,
    reason: reason.trim() === '' ? messages.reason : null,
  })

  const granting = useApiMutation(calls.grantPoints, {
    errors: 'inline',
    toast: messages.granted(amount ?? 0),
    invalidates: [studioKeys.member(id)],
    onSuccess: close,
  })

  if (isConfirming && amount !== null)
    return (
      <DialogBody
        title={messages.grant_confirm_title(username, amount)}
        actions={
          <>
            {/* Focus on cancel, so that a repeated Enter grants nothing. */}
            <Button
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              aria-disabled={granting.isPending}
              onClick={() => setIsConfirming(false)}
            >
              {messages.before}
            </Button>
            {/* Nor does a double click on the button that was in this place. */}
            <Button
              variant="primary"
              busy={granting.isPending}
              onClick={(event) =>
                !isDoublePress(event) &&
                granting.submit({ params: { id }, body: { amount, reason: reason.trim() } })
              }
            >
              {messages.grant_confirm(amount)}
            </Button>
          </>
        }
      >
        <p>{messages.grant_after}</p>
        <p className="mt-2 text-sm">
          {messages.reason}: {reason}
        </p>
        <FormAlert className="mt-4">{granting.formError}</FormAlert>
      </DialogBody>
    )
  return (
    <form noValidate onSubmit={missing.onSubmit(() => setIsConfirming(true))}>
      <DialogBody
        title={messages.grant_title}
        actions={
          <>
            <Button onClick={close}>{messages.cancel}</Button>
            <Button type="submit" variant="primary" incomplete={missing.isIncomplete}>
              {messages.grant_next}
            </Button>
          </>
        }
      >
        <p className="mb-4">{messages.grant_detail}</p>
        <div className="grid gap-3">
          <NumberField
            label={messages.grant_amount}
            required
            isOptional
            {...pointGrantRange}
            value={amount}
            onValue={setAmount}
            hint={messages.grant_range(min, max)}
            error={missing.errorOf('amount')}
          />
          <ReasonField
            messages={messages}
            value={reason}
            error={missing.errorOf('reason')}
            onValue={setReason}
          />
        </div>
      </DialogBody>
    </form>
  )
}

/** A dialog for a change that needs a reason. */
function ReasonForm({
  title,
  yes,
  mutation,
  close,
  children,
}: {
  title: string
  yes: string
  /** Its input is the reason. */
  mutation: Pick<ApiMutation<string, unknown>, 'submit' | 'isPending' | 'formError'>
  close: () => void
  children?: ReactNode
}) {
  const [reason, setReason] = useState('')
  const trimmed = reason.trim()
  const missing = useMissingFields({ reason: trimmed === '' ? messages.reason : null })
  return (
    <form noValidate onSubmit={missing.onSubmit(() => mutation.submit(trimmed))}>
      <DialogBody
        title={title}
        actions={
          <>
            <Button onClick={close}>{messages.cancel}</Button>
            <Button
              type="submit"
              variant="danger"
              busy={mutation.isPending}
              incomplete={missing.isIncomplete}
            >
              {yes}
            </Button>
          </>
        }
      >
        {children}
        <div className="mt-4">
          <ReasonField
            messages={messages}
            value={reason}
            error={missing.errorOf('reason')}
            onValue={setReason}
          />
        </div>
        <FormAlert>{mutation.formError}</FormAlert>
      </DialogBody>
    </form>
  )
}
