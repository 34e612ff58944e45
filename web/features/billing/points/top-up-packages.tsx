import { formatCount, formatWon } from '#web/lib/format.ts'
import { pointsMessages } from './messages.ko.ts'
import { pointPackagesQuery } from '#web/features/billing/queries.ts'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { openTopUpDialog } from './top-up-dialog.tsx'

/** The top-up packages with their bonus (D-53). */
export function TopUpPackages() {
  const packages = useQuery(pointPackagesQuery)
  return (
    <section id="top-up" className="mt-10 md:mt-12">
      <h2 className="text-xl font-bold">{pointsMessages.top_up_title}</h2>
      <p className="mt-1 text-sm text-foreground-subtle">{pointsMessages.top_up_detail}</p>
      {packages.isError && !packages.data && (
        <ErrorState isRetrying={packages.isFetching} onRetry={() => void packages.refetch()} />
      )}
      <ul className="mt-4 grid grid-cols-2 gap-2.5 md:grid-cols-4">
        {(packages.data?.results ?? []).map((item) => (
          <li key={item.amount} className="last:col-span-2">
            <button
              type="button"
              onClick={() => openTopUpDialog(item)}
              className="flex size-full min-h-24 flex-col items-start justify-between gap-1 rounded-xl bg-surface px-4 py-3.5 text-left inset-ring inset-ring-border transition-colors duration-(--duration-fast) hover:bg-surface-raised hover:inset-ring-accent/60"
            >
              <span className="tabular-nums text-xl font-extrabold">
                {formatCount(item.amount)}
                <span className="ml-0.5 text-base text-accent">P</span>
                <span className="sr-only">{pointsMessages.top_up}, </span>
              </span>
              <span className="flex w-full flex-wrap items-center justify-between gap-x-2 gap-y-1">
                <span className="tabular-nums text-sm text-foreground-muted">
                  {formatWon(item.amount)}
                </span>
                {item.bonus > 0 && (
                  <span className="tabular-nums text-sm font-bold text-accent-bright">
                    <span className="sr-only">, {pointsMessages.event} </span>
                    {pointsMessages.bonus(item.bonus)}
                  </span>
                )}
              </span>
            </button>
          </li>
        ))}
        {packages.isPending &&
          [0, 1, 2, 3, 4, 5, 6].map((index) => (
            <li
              key={index}
              aria-hidden="true"
              className="shimmer h-24 rounded-xl last:col-span-2"
            />
          ))}
      </ul>
      <p className="mt-3 text-sm text-pretty text-foreground-subtle">
        {pointsMessages.package_note}
      </p>
    </section>
  )
}
