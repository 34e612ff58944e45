import { endpoints } from '#contract/index.ts'
import type { MemberOrder } from '#contract/studio/members.ts'
import { formatWon } from '#web/lib/format.ts'
import { refundBlockedReasons } from '#web/features/billing/purchases/messages.ko.ts'
import {
  refundDestinationLabel,
  pointsOf,
  studioMembersMessages as messages,
} from './messages.ko.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { idempotentRequest } from '#web/api/idempotent-request.ts'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { ReasonForm } from './reason-form.tsx'

const resultMessages = {
  succeeded: messages.refunded,
  pending: messages.refund_reserved,
  failed: messages.refund_failed,
} as const

/** Shows the refund and the rule it overrides, and refunds with a reason. */
export const openStaffRefundDialog = (member_id: number, order: MemberOrder) =>
  dialogs.open({ label: messages.refund_title }, (close) => (
    <MemberQueryProvider>
      <RefundDialog member_id={member_id} order={order} close={close} />
    </MemberQueryProvider>
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
      idempotentRequest(endpoints.studio_members.refundOrder, {
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
