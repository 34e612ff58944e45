import { stepperMessages } from '#web/ui/control-messages.ko.ts'
import { Icon } from '#web/ui/base/icon.tsx'

/** The progress of a form in several steps. */
export function Stepper({
  names,
  currentIndex,
  orientation = 'horizontal',
}: {
  names: readonly string[]
  currentIndex: number
  /** `vertical` lists all names, for a sidebar; `horizontal` is a strip with the current name. */
  orientation?: 'horizontal' | 'vertical'
}) {
  if (orientation === 'vertical') return <StepList names={names} currentIndex={currentIndex} />
  return (
    <div>
      <p className="tabular-nums text-sm text-foreground-subtle">
        <span className="sr-only">{stepperMessages.current(currentIndex + 1, names.length)}</span>
        <span aria-hidden="true">
          <b className="font-bold text-accent">{currentIndex + 1}</b> / {names.length}
        </span>
        <span className="ml-2 font-semibold text-foreground-muted">{names[currentIndex]}</span>
      </p>
      <div aria-hidden="true" className="mt-2 flex gap-2">
        {names.map((name, step) => (
          <span
            key={name}
            className={`h-1 grow rounded-full transition-colors duration-(--duration-slow) ${step <= currentIndex ? 'bg-accent' : 'bg-surface-high'}`}
          />
        ))}
      </div>
    </div>
  )
}

function StepList({ names, currentIndex }: { names: readonly string[]; currentIndex: number }) {
  return (
    <ol aria-label={stepperMessages.label} className="space-y-2">
      {names.map((name, step) => {
        const isDone = step < currentIndex
        return (
          <li
            key={name}
            aria-current={step === currentIndex ? 'step' : undefined}
            className={`flex items-center gap-4 rounded-sheet px-4 py-3 transition-colors duration-(--duration-slow) ${step === currentIndex ? 'bg-accent-subtle font-bold text-foreground' : 'text-foreground-subtle'}`}
          >
            <span
              aria-hidden="true"
              className={`tabular-nums flex size-8 shrink-0 items-center justify-center rounded-control text-sm font-bold ${
                step === currentIndex
                  ? 'bg-accent text-on-accent'
                  : isDone
                    ? 'bg-surface-high text-accent'
                    : 'bg-surface-raised text-foreground-subtle'
              }`}
            >
              {isDone ? <Icon name="check" className="size-5" /> : step + 1}
            </span>
            {name}
            {isDone && <span className="sr-only">{stepperMessages.done}</span>}
          </li>
        )
      })}
    </ol>
  )
}
