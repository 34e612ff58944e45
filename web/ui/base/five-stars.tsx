import { uiMessages } from '#web/ui/messages.ko.ts'
import { formatRating } from '#web/lib/format.ts'
import { Icon } from './icon.tsx'

/** Five stars, rounded to the nearest half. */
export function StarRating({ value, className = 'size-5' }: { value: number; className?: string }) {
  return (
    <span
      role="img"
      aria-label={uiMessages.stars(formatRating(value))}
      className="inline-flex gap-1"
    >
      {[1, 2, 3, 4, 5].map((star) => (
        <PartialStar
          key={star}
          fill={Math.min(1, Math.max(0, Math.round(value * 2) / 2 - star + 1))}
          className={className}
        />
      ))}
    </span>
  )
}

/** A star filled from the left; `fill` is 0..1. */
export function PartialStar({ fill, className }: { fill: number; className: string }) {
  return (
    <span className={`relative inline-block ${className}`}>
      <Icon name="star" className="absolute inset-0 size-full text-surface-high" />
      {fill > 0 && (
        <span
          className="absolute inset-y-0 left-0 overflow-hidden"
          style={{ width: `${fill * 100}%` }}
        >
          <Icon name="star" className={`max-w-none text-accent ${className}`} />
        </span>
      )}
    </span>
  )
}
