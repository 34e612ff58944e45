import * as transactions from '#web/api/endpoints/transactions.generated.ts'
import type { RefundEligibility } from '#contract/transactions/payment-schemas.ts'
import type { OrderKind, Refund } from '#contract/transactions/transactions.ts'
import { formatPoints, formatWon } from '#web/lib/format.ts'
import { pointSplitLabel } from './messages.ko.ts'
import { refundBlockedMessage, refundMessages, refundResultMessage } from './messages.ko.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { invalidateBilling } from '#web/features/billing/queries.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import type { ReactNode } from 'react'

/** An episode, the remainder of a top-up, or a subscription charge. */
type RefundTarget = {
  kind: OrderKind
  title: string
  refundable: RefundEligibility
  /** An owned episode is refunded by its id, everything else by its order. */
  request: { episode_id: number } | { order_id: string }
}

/**
 * Opens the refund dialog with amount and consequences. Shows the result and invalidates billing.
 * @returns the refund, or undefined if the dialog was dismissed or the refund rejected.
 */
export function openRefundDialog(target: RefundTarget): Promise<Refund | undefined> {
  return dialogs.open<Refund>({ label: refundMessages.title }, (close) => (
    <MemberQueryProvider>
      <RefundDialog target={target} close={close} />
    </MemberQueryProvider>
  ))
}

function RefundDialog({
  target,
  close,
}: {
  target: RefundTarget
  close: (refund?: Refund) => void
}) {
  const { kind, title, refundable, request } = target
  const refund = useApiMutation(transactions.requestRefund, {
    errors: 'inline',
    messageOf(error) {
      const blockedReason =
        isApiError(error, 'not_refundable') && error.problem.ineligibility_reason
      return blockedReason ? refundBlockedMessage(kind, blockedReason) : errorMessage(error)
    },
    onSuccess(result) {
      toasts.show(refundResultMessage(result), result.status === 'failed' ? 'danger' : 'success')
      close(result)
    },
    onSettled: () => void invalidateBilling(),
  })

  return (
    <DialogBody
      title={refundMessages.title}
      actions={
        <>
          <Button onClick={() => close()}>{refundMessages.cancel}</Button>
          {!isApiError(refund.error, 'not_refundable') && (
            <Button
              variant="danger"
              busy={refund.isPending}
              onClick={() => refund.submit({ body: request })}
            >
              {refund.error ? refundMessages.retry : refundMessages.confirm(refundable)}
            </Button>
          )}
        </>
      }
    >
      <p className="font-semibold text-foreground">{title}</p>
      {kind === 'episode' ? (
        <EpisodeRefund refundable={refundable} />
      ) : (
        <CardRefund kind={kind} refundable={refundable} />
      )}
      <p className="mt-4 text-sm">
        {refundable.reverts_to_plan
          ? refundMessages.reverts_to_plan(
              refundable.reverts_to_plan.name,
              refundable.reverts_to_plan.until,
            )
          : refundMessages.after[kind]}
      </p>
      <FormAlert className="mt-4">{refund.formError}</FormAlert>
    </DialogBody>
  )
}

/** Refunds go to the original payment method. */
function EpisodeRefund({ refundable }: { refundable: RefundEligibility }) {
  const { amount: won, event_point, paid_point, expired_event_point } = refundable
  if (won > 0) return <CardRefund kind="episode" refundable={refundable} />
  return (
    <>
      <AmountList>
        <AmountLine
          name={refundMessages.to_points}
          value={pointSplitLabel(event_point, paid_point)}
          isHighlighted
        />
      </AmountList>
      <p className="mt-3 text-sm">{refundMessages.same_expiry}</p>
      {expired_event_point > 0 && (
        <p className="mt-3 flex items-start gap-2 rounded-card bg-accent-subtle px-4 py-3 text-sm text-foreground">
          <Icon name="warning" className="mt-1 size-5 text-accent" />
          {refundMessages.expired(expired_event_point)}
        </p>
      )}
    </>
  )
}

function CardRefund({ kind, refundable }: { kind: OrderKind; refundable: RefundEligibility }) {
  const { amount: won, event_point, paid_point, bonus_deduction: spent_bonus } = refundable
  // Deducted by an earlier refund for bonus points that have returned since.
  const returnedBonus = kind === 'points' ? won - paid_point + spent_bonus : 0
  return (
    <>
      <AmountList>
        {kind === 'points' && paid_point > 0 && (
          <AmountLine name={refundMessages.deducted_paid} value={formatPoints(paid_point)} />
        )}
        {spent_bonus > 0 && (
          <AmountLine name={refundMessages.spent_bonus} value={`−${formatWon(spent_bonus)}`} />
        )}
        {returnedBonus > 0 && (
          <AmountLine name={refundMessages.bonus_returned} value={`+${formatWon(returnedBonus)}`} />
        )}
        <AmountLine
          name={refundMessages.to_card}
          value={formatWon(won)}
          isHighlighted
          isTotal={kind === 'points'}
        />
        {kind === 'points' && event_point > 0 && (
          <AmountLine
            name={refundMessages.deducted_event}
            value={`−${formatPoints(event_point)}`}
          />
        )}
      </AmountList>
      <p className="mt-3 text-sm">{refundMessages.card_days}</p>
    </>
  )
}

function AmountList({ children }: { children: ReactNode }) {
  return <dl className="mt-4 space-y-2 rounded-sheet bg-surface-raised px-4 py-4">{children}</dl>
}

/** @param isTotal draws a line above: the sum of the previous lines. */
function AmountLine({
  name,
  value,
  isHighlighted = false,
  isTotal = false,
}: {
  name: string
  value: string
  isHighlighted?: boolean
  isTotal?: boolean
}) {
  return (
    <div
      className={`flex items-baseline justify-between gap-4 ${isTotal ? 'border-t border-border pt-2' : ''}`}
    >
      <dt className="text-sm text-foreground-muted">{name}</dt>
      <dd
        className={`tabular-nums text-right font-bold ${isHighlighted ? 'text-lg text-accent-bright' : 'text-foreground'}`}
      >
        {value}
      </dd>
    </div>
  )
}
