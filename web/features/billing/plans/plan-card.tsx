import { notSellingMessage } from '#web/features/billing/not-selling.ko.ts'
import type { Plan, Subscription } from '#contract/transactions/subscriptions.ts'
import { formatCount } from '#web/lib/format.ts'
import { plansMessages as messages } from './messages.ko.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import type { IconName } from '#web/ui/base/icon-names.ts'

export type PlanFeature = keyof typeof messages.features

const featureIcons = { quality: 'monitor', streams: 'person' } as const

type PlanAction = 'start' | 'change' | 'stay' | 'settle' | null

/** The effect of selecting this plan; null if it would change nothing. */
function planActionOf(plan: Plan, subscription: Subscription | null): PlanAction {
  if (!subscription) return 'start'
  const { status, next_plan, auto_renew } = subscription
  const isCurrent = subscription.plan.id === plan.id
  if (status === 'past_due') return isCurrent ? 'settle' : 'change'
  if (isCurrent) return next_plan ? 'stay' : null
  return auto_renew && next_plan?.id === plan.id ? null : 'change'
}

const labels = {
  start: messages.start_of,
  change: messages.change_of,
  stay: messages.keep_of,
  settle: messages.settle_of,
} as const

/** A plan with its price, its differences from the others, and its action. */
export function PlanCard({
  plan,
  subscription,
  isRecommended,
  isDisabled,
  isClosed,
  features,
  onSelect,
}: {
  plan: Plan
  subscription: Subscription | null
  /** Whether to recommend the plan, with the reason. */
  isRecommended: boolean
  /** A charge is pending, so the plan cannot be changed. */
  isDisabled: boolean
  /** The service does not sell yet. */
  isClosed: boolean
  /** In what the plans differ. */
  features: readonly PlanFeature[]
  onSelect: () => void
}) {
  const isCurrent = subscription?.plan.id === plan.id
  const next = subscription?.auto_renew && subscription.next_plan?.id === plan.id
  const action = planActionOf(plan, subscription)
  // A running subscription keeps the terms that its member agreed to.
  const agreed = isCurrent ? subscription.plan : next ? subscription.next_plan : null
  const { price } = agreed ?? plan
  return (
    <li
      className={`flex flex-col panel p-5 md:p-6 ${
        isCurrent || isRecommended
          ? 'inset-ring-2 inset-ring-accent'
          : 'inset-ring inset-ring-border'
      }`}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 md:block">
        <h2 className="flex min-h-7 items-center gap-2 text-xl font-bold">
          {plan.name}
          {isCurrent && <Badge tone="accent">{messages.current}</Badge>}
          {isRecommended && <Badge tone="accent">{messages.recommended}</Badge>}
          {next && (
            <Badge tone="accent_subtle">{messages.next(subscription.next_charge?.at ?? '')}</Badge>
          )}
        </h2>
        <p className="tabular-nums text-2xl font-extrabold md:mt-2 md:text-3xl">
          {formatCount(price)}
          <span className="text-base font-semibold text-foreground-muted">
            {messages.won}
            {messages.per_month}
          </span>
        </p>
        {price !== plan.price && (
          <p className="mt-1 text-sm text-foreground-muted">{messages.agreed_price(plan.price)}</p>
        )}
      </div>
      {isRecommended && (
        <p className="mt-3 text-sm font-semibold text-pretty text-accent-bright">
          {messages.recommended_reason(plan.max_height)}
        </p>
      )}
      <ul className="mt-3 space-y-2 text-sm text-foreground-muted md:mt-5 md:space-y-2 md:text-base">
        {features.map((feature) => (
          <Benefit key={feature} icon={featureIcons[feature]}>
            {messages.features[feature](agreed ?? plan)}
          </Benefit>
        ))}
      </ul>
      {action && (
        <div className="mt-4 md:mt-auto md:pt-6">
          <Button
            variant={isRecommended || action === 'settle' ? 'primary' : 'secondary'}
            className="w-full px-2"
            disabled={isDisabled || isClosed}
            onClick={onSelect}
          >
            {isClosed ? notSellingMessage : labels[action](plan.name)}
          </Button>
        </div>
      )}
    </li>
  )
}

function Benefit({ icon, children }: { icon: IconName; children: string }) {
  return (
    <li className="flex items-center gap-2">
      <Icon name={icon} className="size-5 text-accent" />
      {children}
    </li>
  )
}
