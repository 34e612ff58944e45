import { endpoints } from '#contract/index.ts'
import type { MemberOrder } from '#contract/studio/members.ts'
import { formatWon } from '#web/lib/format.ts'
import { refundBlockedReasons } from '#web/features/billing/purchases/messages.ko.ts'
import { refundDestinationLabel, pointsOf, studioMembersMessages as words } from './messages.ko.ts'
import { isApiError, errorMessage } from '#web/api/error-message.ts'
import { idempotentRequest } from '#web/api/idempotent-request.ts'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { memberChanged } from './queries.ts'
import { ReasonForm } from './reason-form.tsx'

const said = {
  succeeded: words.refunded,
  pending: words.refund_reserved,
  failed: words.refund_failed,
} as const

/** Says what goes back, and past which rule, and pays it back with a reason. */
export const openStaffRefundDialog = (member_id: number, order: MemberOrder) =>
  dialogs.open({ label: words.refund_title }, (close) => (
    <RefundDialog member_id={member_id} order={order} close={close} />
  ))

function RefundDialog({
  member_id,
  order: { order_id, title, kind, refund_preview: back },
  close,
}: {
  member_id: number
  order: MemberOrder
  close: () => void
}) {
  async function payBack(reason: string) {
    try {
      const { status } = await idempotentRequest(endpoints.studio_members.refundOrder, {
        params: { id: member_id },
        body: { order_id, reason },
      })
      toasts.show(said[status], status === 'failed' ? 'danger' : 'good')
    } finally {
      void memberChanged(member_id)
    }
  }
  const override = back.ineligibility_reason ? words.overrides[back.ineligibility_reason] : ''
  return (
    <ReasonForm
      title={words.refund_title}
      yes={words.refund_yes(refundDestinationLabel(back))}
      act={payBack}
      failed={(error) => {
        if (!isApiError(error, 'not_refundable')) return errorMessage(error)
        const { ineligibility_reason: obstacle } = error.problem
        return obstacle ? `${refundBlockedReasons[obstacle]}.` : words.refund_conflict
      }}
      close={close}
    >
      <p className="font-semibold text-foreground">{title}</p>
      <dl className="mt-3 flex justify-between gap-4 border-y border-border py-3">
        <dt>{back.amount > 0 ? words.to_card : words.to_points}</dt>
        <dd className="text-right font-semibold text-foreground tabular-nums">
          {back.amount > 0 ? formatWon(back.amount) : pointsOf(back)}
        </dd>
      </dl>
      {kind === 'points' && (
        <p className="mt-2 text-sm">
          {words.taken_points}: {pointsOf(back)}
        </p>
      )}
      {back.expired_event_point > 0 && (
        <p className="mt-2 text-sm">{words.expired(back.expired_event_point)}</p>
      )}
      {override && (
        <p className="mt-3 rounded-lg bg-accent-subtle px-4 py-3 text-sm text-foreground">
          {override}
        </p>
      )}
    </ReasonForm>
  )
}
