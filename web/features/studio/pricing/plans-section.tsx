import { endpoints } from '#contract/index.ts'
import type { StudioPlan } from '#contract/transactions/staff/pricing.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import type { Column } from '#web/features/studio/list/data-table.tsx'
import { QueryTable } from '#web/features/studio/list/query-table.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { confirmDialog } from '#web/ui/dialog/dialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { pricingMessages } from './messages.ko.ts'
import { openPlanDialog } from './plan-dialog.tsx'
import { editOptions, plansQuery } from './queries.ts'
import { OfferSection, RowActions, StateBadge } from './offer-section.tsx'

const messages = pricingMessages.plans

const formerSubscribers = ({ subscribers, version, versions }: StudioPlan) =>
  subscribers - (versions.find((terms) => terms.version === version)?.subscribers ?? 0)

/** The plans, which staff add, change, retire and put on sale again. */
export function PlansSection() {
  const plans = useQuery(plansQuery)
  const change = useApiMutation(endpoints.studio_pricing.updatePlan, {
    ...editOptions(messages.name_used),
    errors: 'toast',
  })

  async function setRetired({ id, name, version, subscribers }: StudioPlan, is_retired: boolean) {
    const isConfirmed =
      !is_retired ||
      (await confirmDialog({
        title: messages.retire_title(name),
        message: messages.retire_detail(subscribers),
        confirmLabel: pricingMessages.retire,
      }))
    if (isConfirmed) change.submit({ params: { id }, body: { version, is_retired } })
  }

  const columns: readonly Column<StudioPlan>[] = [
    {
      key: 'name',
      title: messages.name,
      className: 'whitespace-nowrap',
      cell: ({ name }) => <span className="font-semibold">{name}</span>,
    },
    {
      key: 'price',
      title: messages.price,
      className: 'whitespace-nowrap tabular-nums',
      cell: ({ price }) => messages.per_month(price),
    },
    {
      key: 'height',
      title: messages.height,
      className: 'whitespace-nowrap',
      cell: ({ max_height }) => messages.height_of(max_height),
    },
    {
      key: 'streams',
      title: messages.streams,
      className: 'whitespace-nowrap',
      cell: ({ streams }) => messages.streams_of(streams),
    },
    {
      key: 'subscribers',
      title: messages.subscribers,
      className: 'whitespace-nowrap tabular-nums',
      cell: (plan) => (
        <>
          {messages.people(plan.subscribers)}
          {formerSubscribers(plan) > 0 && (
            <span className="block text-foreground-subtle">
              {messages.former(formerSubscribers(plan))}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'state',
      title: pricingMessages.state,
      className: 'whitespace-nowrap',
      cell: ({ retired_at }) => <StateBadge isRetired={retired_at !== null} />,
    },
    {
      key: 'actions',
      title: pricingMessages.actions,
      bare: true,
      className: 'md:text-right',
      cell: (plan) => (
        <RowActions
          name={plan.name}
          isRetired={plan.retired_at !== null}
          isBusy={change.isPending}
          onEdit={() => void openPlanDialog(plan)}
          onRetire={(isRetired) => void setRetired(plan, isRetired)}
        />
      ),
    },
  ]
  return (
    <OfferSection messages={messages} onAdd={() => void openPlanDialog(null)}>
      <QueryTable
        label={messages.title}
        query={plans}
        skeletonRows={3}
        columns={columns}
        rows={plans.data?.results}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon="card" title={messages.empty} heading="h3">
            {messages.empty_detail}
          </EmptyState>
        }
      />
    </OfferSection>
  )
}
