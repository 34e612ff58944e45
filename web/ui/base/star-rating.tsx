import { uiMessages } from '#web/ui/messages.ko.ts'
import { formatCount, formatRating } from '#web/lib/format-basics.ts'
import { Icon } from './icon.tsx'

/** A star, the average and the number of reviews. */
export function AverageRating({ average, reviews }: { average: number | null; reviews?: number }) {
  if (average === null) return null
  return (
    <span className="inline-flex items-center gap-1 tabular-nums">
      <Icon name="star" className="size-4 text-accent" />
      <span aria-hidden="true" className="font-semibold text-foreground">
        {formatRating(average)}
      </span>
      <span className="sr-only">{uiMessages.stars(formatRating(average))}</span>
      {reviews !== undefined && (
        <span className="text-foreground-subtle">({formatCount(reviews)})</span>
      )}
    </span>
  )
}
