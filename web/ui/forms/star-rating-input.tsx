import { controlMessages } from '#web/ui/control-messages.ko.ts'
import { useId, useState, type PointerEvent } from 'react'
import { PartialStar } from '#web/ui/base/five-stars.tsx'

/** @returns the rating at offset `x` of a row `width` wide, in the same unit: 0.5..5. */
export function ratingAtPoint(x: number, width: number): number {
  return Math.min(10, Math.max(1, Math.ceil((x / width) * 10))) / 2
}

/** Selects 0.5..5 in halves by ten radio buttons, so that arrow keys work. Dragging across the stars works as well. */
export function StarRatingInput({
  value,
  onChange,
  label = controlMessages.stars_choose,
  error,
}: {
  value: number | null
  onChange: (value: number) => void
  label?: string
  error?: string | undefined
}) {
  const name = useId()
  const [hovered, setHovered] = useState<number | null>(null)
  const shown = hovered ?? value ?? 0

  function onPointer(event: PointerEvent<HTMLDivElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const stars = ratingAtPoint(event.clientX - left, width)
    setHovered(stars)
    if (event.buttons & 1) onChange(stars)
  }

  return (
    <fieldset {...(error && { 'aria-describedby': `${name}-error` })}>
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap items-center gap-x-3">
        <div
          // Horizontal drags select, vertical ones scroll the page.
          className="inline-flex touch-pan-y"
          onPointerMove={onPointer}
          onPointerDown={onPointer}
          onPointerLeave={() => setHovered(null)}
          onPointerCancel={() => setHovered(null)}
        >
          {[1, 2, 3, 4, 5].map((star) => (
            <span
              key={star}
              className="relative inline-flex size-12 items-center justify-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-foreground"
            >
              <PartialStar fill={Math.min(1, Math.max(0, shown - star + 1))} className="size-9" />
              {[star - 0.5, star].map((half) => (
                <label
                  key={half}
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
                  <span className="sr-only">{controlMessages.star_value(half)}</span>
                </label>
              ))}
            </span>
          ))}
        </div>
        <span
          aria-hidden="true"
          className="text-base font-semibold text-foreground-muted tabular-nums"
        >
          {shown > 0 && controlMessages.star_value(shown)}
        </span>
      </div>
      {error && (
        <p id={`${name}-error`} role="alert" className="mt-1 ml-2 text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
