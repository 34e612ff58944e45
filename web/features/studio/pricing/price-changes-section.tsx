import { endpoints } from '#contract/index.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import type { PriceChange } from '#contract/transactions/staff/price-changes.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { useStaffAccess } from '#web/features/studio/common/staff-access.ts'
import type { Column } from '#web/features/studio/list/data-table.tsx'
import { QueryTable } from '#web/features/studio/list/query-table.tsx'
import { formatFullDate } from '#web/lib/format.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { confirmDialog } from '#web/ui/dialog/dialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { pricingMessages } from './messages.ko.ts'
import { OfferSection } from './offer-section.tsx'
import { openPriceChangeDialog } from './price-change-dialog.tsx'
import { editOptions, priceChangesQuery } from './queries.ts'

const messages = pricingMessages.price_changes

/** Asking present members to the newest terms of their plan, with their answers. Owners start and stop it. */
export function PriceChangesSection() {
  const query = useQuery(priceChangesQuery)
  const isOwner = useStaffAccess(studioAccess.price_changes)
  const stop = useApiMutation(endpoints.studio_price_changes.stopPriceChange, {
    ...editOptions(),
    errors: 'toast',
    toast: messages.stopped_toast,
  })

  async function confirmStop({ id, plan, announced }: PriceChange) {
    const isConfirmed = await confirmDialog({
      title: messages.stop_title(plan.name),
      message: messages.stop_detail(announced),
      confirmLabel: messages.stop,
    })
    if (isConfirmed) stop.submit({ params: { id } })
  }

  const columns: readonly Column<PriceChange>[] = [
    {
      key: 'plan',
      title: messages.plan,
      className: 'whitespace-nowrap',
      cell: ({ plan, from, to }) => (
        <>
          <span className="font-semibold">{plan.name}</span>
          <span className="block tabular-nums">{messages.terms(from, to)}</span>
        </>
      ),
    },
    {
      key: 'starts_on',
      title: messages.starts_on,
      className: 'whitespace-nowrap tabular-nums',
      cell: ({ starts_on }) => messages.from_day(starts_on),
    },
    {
      key: 'without_consent',
      title: messages.without_consent,
      cell: ({ without_consent }) => messages.choices[without_consent],
    },
    {
      key: 'answers',
      title: messages.answers,
      className: 'tabular-nums',
      cell: (change) => (
        <>
          {messages.asked(change.announced, change.agreed)}
          <span className="block text-foreground-subtle">{messages.results(change)}</span>
        </>
      ),
    },
    {
      key: 'state',
      title: pricingMessages.state,
      className: 'whitespace-nowrap',
      cell: ({ stopped_at }) => (
        <Badge tone={stopped_at === null ? 'success' : 'neutral'}>
          {stopped_at === null ? messages.running : messages.stopped(formatFullDate(stopped_at))}
        </Badge>
      ),
    },
    {
      key: 'actions',
      title: pricingMessages.actions,
      bare: true,
      className: 'md:text-right',
      cell: (change) =>
        isOwner &&
        change.stopped_at === null && (
          <Button
            variant="ghost"
            className="-my-2 max-md:-ml-5"
            aria-label={messages.stop_of(change.plan.name)}
            aria-disabled={stop.isPending}
            onClick={() => !stop.isPending && void confirmStop(change)}
          >
            {messages.stop}
          </Button>
        ),
    },
  ]
  return (
    <OfferSection
      messages={messages}
      onAdd={isOwner ? () => void openPriceChangeDialog() : undefined}
    >
      <QueryTable
        label={messages.title}
        query={query}
        skeletonRows={2}
        columns={columns}
        rows={query.data?.results}
        keyOf={({ id }) => id}
        empty={<p className="text-foreground-muted">{messages.empty}</p>}
      />
    </OfferSection>
  )
}
