import { controlCopy } from '#web/copy/controls.ts'
import { count, rating } from '#web/copy/format.ts'
import { useId, useState } from 'react'
import { Icon } from './icon.tsx'

/** An average beside one star, with how many have rated. */
export function StarFigure({ average, reviews }: { average: number | null; reviews?: number }) {
  if (average === null) return null
  return (
    <span className="inline-flex items-center gap-1 tabular-nums">
      <Icon name="star" className="size-4 text-gam" />
      <span aria-hidden="true" className="font-semibold text-paper">
        {rating(average)}
      </span>
      <span className="sr-only">{controlCopy.stars(rating(average))}</span>
      {reviews !== undefined && <span className="text-paper-3">({count(reviews)})</span>}
    </span>
  )
}

/** Five stars, filled to the half nearest `value`. */
export function Stars({ value, className = 'size-5' }: { value: number; className?: string }) {
  return (
    <span role="img" aria-label={controlCopy.stars(rating(value))} className="inline-flex gap-0.5">
      {[1, 2, 3, 4, 5].map((star) => (
        <HalfStar
          key={star}
          fill={Math.min(1, Math.max(0, Math.round(value * 2) / 2 - star + 1))}
          className={className}
        />
      ))}
    </span>
  )
}

function HalfStar({ fill, className }: { fill: number; className: string }) {
  return (
    <span className={`relative inline-block ${className}`}>
      <Icon name="star" className="absolute inset-0 size-full text-surface-3" />
      {fill > 0 && (
        <span
          className="absolute inset-y-0 left-0 overflow-hidden"
          style={{ width: `${fill * 100}%` }}
        >
          <Icon name="star" className={`max-w-none text-gam ${className}`} />
        </span>
      )}
    </span>
  )
}

/**
 * Chooses 0.5..5 in halves (D-60). Ten radio buttons underneath: arrow keys move by half a star, and each
 * says its value.
 */
export function StarInput({
  value,
  onChange,
  label = controlCopy.stars_choose,
}: {
  value: number | null
  onChange: (value: number) => void
  label?: string
}) {
  const name = useId()
  const [pointed, setPointed] = useState<number | null>(null)
  const shown = pointed ?? value ?? 0
  return (
    <fieldset onPointerLeave={() => setPointed(null)}>
      <legend className="sr-only">{label}</legend>
      <div className="inline-flex">
        {[1, 2, 3, 4, 5].map((star) => (
          <span
            key={star}
            className="relative inline-flex size-12 items-center justify-center rounded-md has-focus-visible:outline-2 has-focus-visible:outline-paper"
          >
            <HalfStar fill={Math.min(1, Math.max(0, shown - star + 1))} className="size-9" />
            {[star - 0.5, star].map((half) => (
              <label
                key={half}
                onPointerEnter={() => setPointed(half)}
                className={`absolute inset-y-0 w-1/2 ${half === star ? 'right-0' : 'left-0'}`}
              >
                <input
                  type="radio"
                  name={name}
                  value={half}
                  checked={value === half}
                  onChange={() => onChange(half)}
                  className="absolute inset-0 size-full opacity-0"
                />
                <span className="sr-only">{controlCopy.star_value(half)}</span>
              </label>
            ))}
          </span>
        ))}
      </div>
    </fieldset>
  )
}
