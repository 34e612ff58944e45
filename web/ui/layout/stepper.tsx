import { stepperMessages } from '#web/ui/messages.ko.ts'
import { Icon } from '#web/ui/base/icon.tsx'

/**
 * How far one has come in a way of a few steps: a strip of frames, and beside the content on a wide screen the same
 * as a list. `at` counts from 0.
 */
export function Stepper({
  names,
  currentIndex: at,
  tall = false,
}: {
  names: readonly string[]
  currentIndex: number
  /** A list with names, for the side of a wide screen; else a strip for the top. */
  tall?: boolean
}) {
  if (tall) return <StepList names={names} at={at} />
  return (
    <div>
      <p className="tabular-nums text-sm text-foreground-subtle">
        <span className="sr-only">{stepperMessages.at(at + 1, names.length)}</span>
        <span aria-hidden="true">
          <b className="font-bold text-accent">{at + 1}</b> / {names.length}
        </span>
        <span className="ml-2 font-semibold text-foreground-muted">{names[at]}</span>
      </p>
      <div aria-hidden="true" className="mt-2.5 flex gap-1.5">
        {names.map((name, step) => (
          <span
            key={name}
            className={`h-1 grow rounded-full transition-colors duration-(--duration-slow) ${step <= at ? 'bg-accent' : 'bg-surface-high'}`}
          />
        ))}
      </div>
    </div>
  )
}

function StepList({ names, at }: { names: readonly string[]; at: number }) {
  return (
    <ol aria-label={stepperMessages.label} className="space-y-2">
      {names.map((name, step) => {
        const done = step < at
        return (
          <li
            key={name}
            aria-current={step === at ? 'step' : undefined}
            className={`flex items-center gap-4 rounded-xl px-4 py-3 transition-colors duration-(--duration-slow) ${step === at ? 'bg-accent-subtle font-bold text-foreground' : 'text-foreground-subtle'}`}
          >
            <span
              aria-hidden="true"
              className={`tabular-nums flex size-8 shrink-0 items-center justify-center rounded-md text-sm font-bold ${
                step === at
                  ? 'bg-accent text-on-accent'
                  : done
                    ? 'bg-surface-high text-accent'
                    : 'bg-surface-raised text-foreground-subtle'
              }`}
            >
              {done ? <Icon name="check" className="size-4.5" /> : step + 1}
            </span>
            {name}
            {done && <span className="sr-only">{stepperMessages.done}</span>}
          </li>
        )
      })}
    </ol>
  )
}
