import type { OrderKind, Refund, RefundEligibility } from '#contract/transactions/transactions.ts'
import { points, won } from '#web/lib/format.ts'
import { pointWords } from './messages.ko.ts'
import { obstacleOf, refundCopy, refundedWords } from './messages.ko.ts'
import { requestOnce } from '#web/api/idempotent-request.ts'
import { money, moneyChanged } from '#web/features/billing/queries.ts'
import { isRefused, wordsOf } from '#web/api/error-message.ts'
import { Button } from '#web/ui/base/button.tsx'
import { FormError } from '#web/ui/forms/form-controls.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { modals } from '#web/ui/dialog/dialog-store.ts'
import { ModalBody } from '#web/ui/dialog/dialog.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useState, type ReactNode } from 'react'

/** What is to be paid back: an episode, what is left of a top-up, or the charge of a subscription. */
type RefundOf = {
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
export function openRefund(what: RefundOf): Promise<Refund | undefined> {
  return modals.open<Refund>({ label: refundCopy.title }, (close) => (
    <RefundDialog what={what} close={close} />
  ))
}

function RefundDialog({ what, close }: { what: RefundOf; close: (refund?: Refund) => void }) {
  const { kind, title, refundable, order_id } = what
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  /** Nothing will come of pressing again. */
  const [over, setOver] = useState(false)

  async function payBack() {
    setBusy(true)
    setError(undefined)
    try {
      const refund = await requestOnce(money.requestRefund, { body: { order_id } })
      toasts.show(refundedWords(refund), refund.status === 'failed' ? 'danger' : 'good')
      close(refund)
    } catch (reason) {
      const refused = isRefused(reason, 'not_refundable')
      const obstacle = refused ? reason.problem.ineligibility_reason : undefined
      setError(obstacle ? obstacleOf(kind, obstacle) : wordsOf(reason))
      setOver(refused)
      setBusy(false)
    }
    void moneyChanged()
  }

  return (
    <ModalBody
      title={refundCopy.title}
      actions={
        <>
          <Button onClick={() => close()}>{refundCopy.cancel}</Button>
          {!over && (
            <Button look="danger" busy={busy} onClick={() => void payBack()}>
              {error ? refundCopy.again : refundCopy.yes(refundable)}
            </Button>
          )}
        </>
      }
    >
      <p className="font-semibold text-paper">{title}</p>
      {kind === 'episode' ? (
        <EpisodeBack refundable={refundable} />
      ) : (
        <CardBack kind={kind} refundable={refundable} />
      )}
      <p className="mt-4 text-sm">
        {refundable.reverts_to_plan
          ? refundCopy.goes_back(refundable.reverts_to_plan.name, refundable.reverts_to_plan.until)
          : refundCopy.after[kind]}
      </p>
      <FormError className="mt-4">{error}</FormError>
    </ModalBody>
  )
}

/** An episode goes back the way it was paid. */
function EpisodeBack({ refundable }: { refundable: RefundEligibility }) {
  const { amount: back, event_point, paid_point, expired_event_point } = refundable
  if (back > 0) return <CardBack kind="episode" refundable={refundable} />
  return (
    <>
      <Sums>
        <Sum name={refundCopy.to_points} value={pointWords(event_point, paid_point)} good />
      </Sums>
      <p className="mt-3 text-sm">{refundCopy.same_expiry}</p>
      {expired_event_point > 0 && (
        <p className="mt-3 flex items-start gap-2.5 rounded-lg bg-gam-wash px-4 py-3 text-sm text-paper">
          <Icon name="warning" className="mt-0.5 size-4.5 text-gam" />
          {refundCopy.expired(expired_event_point)}
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
          <Sum name={refundCopy.goes_paid} value={points(paid_point)} />
        )}
        {spent_bonus > 0 && <Sum name={refundCopy.spent_bonus} value={`−${won(spent_bonus)}`} />}
        {owed > 0 && <Sum name={refundCopy.owed} value={`+${won(owed)}`} />}
        <Sum name={refundCopy.to_card} value={won(back)} good total={kind === 'points'} />
        {kind === 'points' && event_point > 0 && (
          <Sum name={refundCopy.goes_event} value={`−${points(event_point)}`} />
        )}
      </Sums>
      <p className="mt-3 text-sm">{refundCopy.card_days}</p>
    </>
  )
}

function Sums({ children }: { children: ReactNode }) {
  return <dl className="mt-4 space-y-2 rounded-xl bg-surface-2 px-4 py-3.5">{children}</dl>
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
      className={`flex items-baseline justify-between gap-4 ${total ? 'border-t border-line pt-2' : ''}`}
    >
      <dt className="text-sm text-paper-2">{name}</dt>
      <dd
        className={`figures text-right font-bold ${good ? 'text-lg text-gam-bright' : 'text-paper'}`}
      >
        {value}
      </dd>
    </div>
  )
}
