import type { Plan } from '#contract/transactions/subscriptions.ts'
import { formatWon } from '#web/lib/format.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import type { ReactNode } from 'react'
import { plansMessages } from './messages.ko.ts'

const messages = plansMessages.comparison

/**
 * The plan with the best picture at the lowest price. Undefined if a single plan has it: then the choice is one of price, and
 * nothing is recommended.
 */
export function recommendedPlan(plans: readonly Plan[]): Plan | undefined {
  const best = Math.max(...plans.map(({ max_height }) => max_height))
  const candidates = plans.filter(({ max_height }) => max_height === best)
  return candidates.length > 1 ? candidates.toSorted((a, b) => a.price - b.price)[0] : undefined
}

/** Compares the plans: the features of each, and those that none has. */
export function PlanComparison({
  plans,
  recommended,
}: {
  plans: readonly Plan[]
  recommended: Plan | undefined
}) {
  const rows: readonly [string, (plan: Plan) => ReactNode][] = [
    [messages.price, ({ price }) => formatWon(price)],
    [messages.quality, (plan) => messages.quality_of(plan)],
    [messages.streams, ({ streams }) => messages.streams_of(streams)],
    [messages.titles, () => <Included />],
    [messages.profiles, () => <Included />],
    [messages.devices, () => <Included />],
    [messages.purchases, () => <span className="text-foreground-muted">{messages.separate}</span>],
  ]
  return (
    <section aria-labelledby="comparison" className="mt-10 md:mt-14">
      <h2 id="comparison" className="text-lg font-bold md:text-xl">
        {messages.title}
      </h2>
      <table className="mt-4 w-full table-fixed text-center text-sm md:text-base">
        <thead>
          <tr>
            <th scope="col" className="w-[28%] py-3 text-left font-normal">
              <span className="sr-only">{messages.feature}</span>
            </th>
            {plans.map((plan) => (
              <th
                key={plan.id}
                scope="col"
                className={`rounded-t-xl py-3 font-bold ${plan === recommended ? 'bg-surface' : ''}`}
              >
                {plan.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, cell]) => (
            <tr key={name} className="border-t border-border last:*:rounded-b-xl">
              <th scope="row" className="py-3.5 pr-2 text-left font-normal text-foreground-muted">
                {name}
              </th>
              {plans.map((plan) => (
                <td
                  key={plan.id}
                  className={`px-1 py-3.5 font-semibold tabular-nums ${plan === recommended ? 'bg-surface' : ''}`}
                >
                  {cell(plan)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Included() {
  return (
    <>
      <Icon name="check" className="mx-auto size-5 text-accent" />
      <span className="sr-only">{messages.included}</span>
    </>
  )
}
