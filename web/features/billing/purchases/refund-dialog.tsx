import * as transactions from '#web/api/endpoints/transactions.generated.ts'
import type { OrderKind, Refund, RefundEligibility } from '#contract/transactions/transactions.ts'
import { formatPoints, formatWon } from '#web/lib/format.ts'
import { pointSplitLabel } from './messages.ko.ts'
import { refundBlockedMessage, refundMessages, refundResultMessage } from './messages.ko.ts'
import { idempotentRequest } from '#web/api/idempotent-request.ts'
import { billingKeys } from '#web/features/billing/queries.ts'
import { isApiError, errorMessage } from '#web/api/error-message.ts'
import { Button } from '#web/ui/base/button.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useState, type ReactNode } from 'react'

/** What is to be paid back: an episode, what is left of a top-up, or the charge of a subscription. */
type RefundTarget = {
  kind: OrderKind
  title: string
  refundable: RefundEligibility
  order_id: string
}

/**
 * Says what comes back and what goes with it, and pays back at a press (D-55). Says how it went, and has whatever shows
 * money read again.
 * @returns the refund, or nothing where it was left or refused.
 */
export function openRefundDialog(what: RefundTarget): Promise<Refund | undefined> {
  return dialogs.open<Refund>({ label: refundMessages.title }, (close) => (
    <RefundDialog what={what} close={close} />
  ))
}

function RefundDialog({ what, close }: { what: RefundTarget; close: (refund?: Refund) => void }) {
  const { kind, title, refundable, order_id } = what
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  /** Nothing will come of pressing again. */
  const [over, setOver] = useState(false)

  async function payBack() {
    setBusy(true)
    setError(undefined)
    try {
      const refund = await idempotentRequest(transactions.requestRefund, { body: { order_id } })
      toasts.show(refundResultMessage(refund), refund.status === 'failed' ? 'danger' : 'good')
      close(refund)
    } catch (reason) {
      const refused = isApiError(reason, 'not_refundable')
      const obstacle = refused ? reason.problem.ineligibility_reason : undefined
      setError(obstacle ? refundBlockedMessage(kind, obstacle) : errorMessage(reason))
      setOver(refused)
      setBusy(false)
    }
    void billingKeys()
  }

  return (
    <DialogBody
      title={refundMessages.title}
      actions={
        <>
          <Button onClick={() => close()}>{refundMessages.cancel}</Button>
          {!over && (
            <Button look="danger" busy={busy} onClick={() => void payBack()}>
              {error ? refundMessages.again : refundMessages.yes(refundable)}
            </Button>
          )}
        </>
      }
    >
      <p className="font-semibold text-foreground">{title}</p>
      {kind === 'episode' ? (
        <EpisodeBack refundable={refundable} />
      ) : (
        <CardBack kind={kind} refundable={refundable} />
      )}
      <p className="mt-4 text-sm">
        {refundable.reverts_to_plan
          ? refundMessages.goes_back(
              refundable.reverts_to_plan.name,
              refundable.reverts_to_plan.until,
            )
          : refundMessages.after[kind]}
      </p>
      <FormAlert className="mt-4">{error}</FormAlert>
    </DialogBody>
  )
}

/** An episode goes back the way it was paid. */
function EpisodeBack({ refundable }: { refundable: RefundEligibility }) {
  const { amount: back, event_point, paid_point, expired_event_point } = refundable
  if (back > 0) return <CardBack kind="episode" refundable={refundable} />
  return (
    <>
      <Sums>
        <Sum
          name={refundMessages.to_points}
          value={pointSplitLabel(event_point, paid_point)}
          good
        />
      </Sums>
      <p className="mt-3 text-sm">{refundMessages.same_expiry}</p>
      {expired_event_point > 0 && (
        <p className="mt-3 flex items-start gap-2.5 rounded-lg bg-accent-subtle px-4 py-3 text-sm text-foreground">
          <Icon name="warning" className="mt-0.5 size-4.5 text-accent" />
          {refundMessages.expired(expired_event_point)}
        </p>
      )}
    </>
  )
}

function CardBack({ kind, refundable }: { kind: OrderKind; refundable: RefundEligibility }) {
  const { amount: back, event_point, paid_point, bonus_deduction: spent_bonus } = refundable
  // D-55: what an earlier refund kept back for a bonus that came back since.
  const owed = kind === 'points' ? back - paid_point + spent_bonus : 0
  return (
    <>
      <Sums>
        {kind === 'points' && paid_point > 0 && (
          <Sum name={refundMessages.goes_paid} value={formatPoints(paid_point)} />
        )}
        {spent_bonus > 0 && (
          <Sum name={refundMessages.spent_bonus} value={`−${formatWon(spent_bonus)}`} />
        )}
        {owed > 0 && <Sum name={refundMessages.owed} value={`+${formatWon(owed)}`} />}
        <Sum name={refundMessages.to_card} value={formatWon(back)} good total={kind === 'points'} />
        {kind === 'points' && event_point > 0 && (
          <Sum name={refundMessages.goes_event} value={`−${formatPoints(event_point)}`} />
        )}
      </Sums>
      <p className="mt-3 text-sm">{refundMessages.card_days}</p>
    </>
  )
}

function Sums({ children }: { children: ReactNode }) {
  return <dl className="mt-4 space-y-2 rounded-xl bg-surface-raised px-4 py-3.5">{children}</dl>
}

/** @param total what the lines above it come to. */
function Sum({
  name,
  value,
  good = false,
  total = false,
}: {
  name: string
  value: string
  good?: boolean
  total?: boolean
}) {
  return (
    <div
      className={`flex items-baseline justify-between gap-4 ${total ? 'border-t border-border pt-2' : ''}`}
    >
      <dt className="text-sm text-foreground-muted">{name}</dt>
      <dd
        className={`tabular-nums text-right font-bold ${good ? 'text-lg text-accent-bright' : 'text-foreground'}`}
      >
        {value}
      </dd>
    </div>
  )
}
