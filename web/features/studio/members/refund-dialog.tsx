import { endpoints } from '#contract/index.ts'
import type { MemberOrder } from '#contract/studio/members.ts'
import { won } from '#web/lib/format.ts'
import { obstacleWords } from '#web/features/billing/purchases/messages.ko.ts'
import { backWords, pointsOf, studioMembersCopy as words } from './messages.ko.ts'
import { isRefused, wordsOf } from '#web/api/error-message.ts'
import { requestOnce } from '#web/api/idempotent-request.ts'
import { modals } from '#web/ui/dialog/dialog-store.ts'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { memberChanged } from './queries.ts'
import { ReasonForm } from './reason-form.tsx'

const said = {
  succeeded: words.refunded,
  pending: words.refund_reserved,
  failed: words.refund_failed,
} as const

/** Says what goes back, and past which rule, and pays it back with a reason. */
export const openStaffRefund = (member_id: number, order: MemberOrder) =>
  modals.open({ label: words.refund_title }, (close) => (
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
      const { status } = await requestOnce(endpoints.studio_members.refundOrder, {
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
      yes={words.refund_yes(backWords(back))}
      act={payBack}
      failed={(error) => {
        if (!isRefused(error, 'not_refundable')) return wordsOf(error)
        const { ineligibility_reason: obstacle } = error.problem
        return obstacle ? `${obstacleWords[obstacle]}.` : words.refund_conflict
      }}
      close={close}
    >
      <p className="font-semibold text-paper">{title}</p>
      <dl className="mt-3 flex justify-between gap-4 border-y border-line py-3">
        <dt>{back.amount > 0 ? words.to_card : words.to_points}</dt>
        <dd className="text-right font-semibold text-paper tabular-nums">
          {back.amount > 0 ? won(back.amount) : pointsOf(back)}
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
        <p className="mt-3 rounded-lg bg-gam-wash px-4 py-3 text-sm text-paper">{override}</p>
      )}
    </ReasonForm>
  )
}
