import type { Plan, Subscription } from '#contract/transactions/subscriptions.ts'
import { formatCount } from '#web/lib/format.ts'
import { plansMessages as words } from './messages.ko.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { Icon, type IconName } from '#web/ui/base/icon.tsx'

type Offer = 'start' | 'change' | 'stay' | 'settle' | null

/** What choosing this plan would be; nothing where it is what one has, and what comes next, already. */
function offerOf(plan: Plan, subscription: Subscription | null): Offer {
  if (!subscription) return 'start'
  const { status, next_plan, auto_renew } = subscription
  const isMine = subscription.plan.id === plan.id
  if (status === 'past_due') return isMine ? 'settle' : 'change'
  if (isMine) return next_plan ? 'stay' : null
  return auto_renew && next_plan?.id === plan.id ? null : 'change'
}

const labels = {
  start: words.start_of,
  change: words.change_of,
  stay: words.stay_of,
  settle: words.settle_of,
} as const

/** One plan: its price and what one gets for it. */
export function PlanCard({
  plan,
  subscription,
  waits,
  onPick,
}: {
  plan: Plan
  subscription: Subscription | null
  /** A charge is under way: nothing can be changed meanwhile. */
  waits: boolean
  onPick: () => void
}) {
  const isMine = subscription?.plan.id === plan.id
  const next = subscription?.auto_renew && subscription.next_plan?.id === plan.id
  const offer = offerOf(plan, subscription)
  return (
    <li
      className={`flex flex-col rounded-2xl bg-surface p-5 md:p-6 ${
        isMine ? 'inset-ring-2 inset-ring-accent' : 'inset-ring inset-ring-border'
      }`}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 md:block">
        <h2 className="flex min-h-7 items-center gap-2.5 text-xl font-bold">
          {plan.name}
          {isMine && <Badge tone="gam">{words.current}</Badge>}
          {next && <Badge tone="wash">{words.next(subscription.next_charge?.at ?? '')}</Badge>}
        </h2>
        <p className="tabular-nums text-2xl font-extrabold md:mt-2 md:text-3xl">
          {formatCount(plan.price)}
          <span className="text-base font-semibold text-foreground-muted">
            {words.won}
            {words.a_month}
          </span>
        </p>
      </div>
      <ul className="mt-3 space-y-1.5 text-sm text-foreground-muted md:mt-5 md:space-y-2.5 md:text-base">
        <Gain icon="screen">{words.quality(plan)}</Gain>
        <Gain icon="person">{words.streams(plan)}</Gain>
        <Gain icon="check">{words.all_works}</Gain>
      </ul>
      {offer && (
        <div className="mt-4 md:mt-auto md:pt-6">
          <Button
            look={offer === 'start' || offer === 'settle' ? 'primary' : 'plain'}
            className="w-full px-2"
            disabled={waits}
            onClick={onPick}
          >
            {labels[offer](plan.name)}
          </Button>
        </div>
      )}
    </li>
  )
}

function Gain({ icon, children }: { icon: IconName; children: string }) {
  return (
    <li className="flex items-center gap-2.5">
      <Icon name={icon} className="size-4.5 text-accent" />
      {children}
    </li>
  )
}
