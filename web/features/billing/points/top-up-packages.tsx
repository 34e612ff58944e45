import { formatCount, formatWon } from '#web/lib/format.ts'
import { pointsMessages } from './messages.ko.ts'
import { pointPackagesQuery } from '#web/features/billing/queries.ts'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { openTopUpDialog } from './top-up-dialog.tsx'

/** Seven packages and a note: rows on phones, then an even grid of eight cells. */
export const packageGridClass =
  'mt-4 grid gap-2 sm:auto-rows-fr sm:grid-cols-2 sm:gap-2.5 lg:grid-cols-4'

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
      <div className={packageGridClass}>
        <ul className="contents">
          {(packages.data?.results ?? []).map((item) => (
            <li key={item.amount}>
              <button
                type="button"
                onClick={() => openTopUpDialog(item)}
                className="flex size-full min-h-14 items-center justify-between gap-x-4 gap-y-1 rounded-xl sm:min-h-24 sm:flex-col sm:items-start bg-surface px-4 py-3.5 text-left inset-ring inset-ring-border transition-colors duration-(--duration-fast) hover:bg-surface-raised hover:inset-ring-accent/60"
              >
                <span className="tabular-nums text-xl font-extrabold">
                  {formatCount(item.amount)}
                  <span className="ml-0.5 text-base text-accent">P</span>
                  <span className="sr-only">{pointsMessages.top_up}, </span>
                </span>
                <span className="flex flex-row-reverse flex-wrap items-center justify-between gap-x-3 gap-y-1 sm:w-full sm:flex-row">
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
                className="shimmer min-h-14 rounded-xl sm:min-h-24"
              />
            ))}
        </ul>
        <p className="text-sm text-pretty text-foreground-subtle max-sm:mt-1 sm:self-center sm:px-2">
          {pointsMessages.package_note}
        </p>
      </div>
    </section>
  )
}
