import { endpoints } from '#contract/index.ts'
import type { StudioPackage } from '#contract/transactions/staff/pricing.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import type { Column } from '#web/features/studio/list/data-table.tsx'
import { QueryTable } from '#web/features/studio/list/query-table.tsx'
import { formatFullDate, formatPoints, formatWon } from '#web/lib/format.ts'
import { confirmDialog } from '#web/ui/dialog/dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { pricingMessages } from './messages.ko.ts'
import { OfferSection, RowActions, StateBadge } from './offer-section.tsx'
import { openPackageDialog } from './package-dialog.tsx'
import { editOptions, packagesQuery } from './queries.ts'

const messages = pricingMessages.packages
const { studio_pricing: calls } = endpoints

/** The packages of points. Another bonus makes another package, so that former ones are listed below. */
export function PackagesSection() {
  const packages = useQuery(packagesQuery)
  const options = editOptions(messages.amount_used)
  const resume = useApiMutation(calls.createPackage, { ...options, toast: pricingMessages.resumed })
  const retire = useApiMutation(calls.retirePackage, { ...options, toast: pricingMessages.retired })

  async function setRetired({ id, amount, bonus }: StudioPackage, isRetired: boolean) {
    if (!isRetired) return resume.submit({ body: { amount, bonus } })
    const isConfirmed = await confirmDialog({
      title: messages.retire_title(formatPoints(amount)),
      message: messages.retire_detail,
      confirmLabel: pricingMessages.retire,
    })
    if (isConfirmed) retire.submit({ params: { id } })
  }

  const columns: readonly Column<StudioPackage>[] = [
    {
      key: 'amount',
      title: messages.amount,
      className: 'whitespace-nowrap tabular-nums',
      cell: ({ amount }) => <span className="font-semibold">{formatPoints(amount)}</span>,
    },
    {
      key: 'price',
      title: messages.price,
      className: 'whitespace-nowrap tabular-nums',
      cell: ({ amount }) => formatWon(amount),
    },
    {
      key: 'bonus',
      title: messages.bonus,
      className: 'whitespace-nowrap tabular-nums',
      cell: ({ bonus }) => (bonus > 0 ? formatPoints(bonus) : messages.no_bonus),
    },
    {
      key: 'state',
      title: pricingMessages.state,
      className: 'whitespace-nowrap',
      cell: ({ created_at, retired_at }) => (
        <>
          <StateBadge isRetired={retired_at !== null} />
          {retired_at !== null && (
            <span className="ml-2 text-foreground-subtle">
              {messages.period(formatFullDate(created_at), formatFullDate(retired_at))}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'actions',
      title: pricingMessages.actions,
      bare: true,
      className: 'md:text-right',
      cell: (row) => (
        <RowActions
          name={messages.name(row.amount, row.bonus)}
          isRetired={row.retired_at !== null}
          isBusy={resume.isPending || retire.isPending}
          onEdit={row.retired_at === null ? () => void openPackageDialog(row) : undefined}
          onRetire={(isRetired) => void setRetired(row, isRetired)}
        />
      ),
    },
  ]
  return (
    <OfferSection messages={messages} onAdd={() => void openPackageDialog(null)}>
      <QueryTable
        label={messages.title}
        query={packages}
        skeletonRows={7}
        columns={columns}
        rows={packages.data?.results}
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
