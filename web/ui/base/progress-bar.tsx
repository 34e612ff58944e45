import { controlMessages } from '#web/ui/messages.ko.ts'

/** How far something is, 0..1. `thin` lies along the foot of a still; `dark` on what has the accent's colour itself. */
export function ProgressBar({
  value,
  label,
  thin = false,
  tone = 'accent',
}: {
  value: number
  label?: string
  thin?: boolean
  tone?: 'accent' | 'on_accent'
}) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label ?? controlMessages.progress(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={`w-full overflow-hidden ${tone === 'on_accent' ? 'bg-on-accent/25' : 'bg-foreground/20'} ${thin ? 'h-1' : 'h-2 rounded-full'}`}
    >
      <div
        className={`h-full rounded-r-full transition-[width] duration-(--duration-slow) ${tone === 'on_accent' ? 'bg-on-accent' : 'bg-accent'}`}
        style={{ width: `${percent}%` }}
      />
    </div>
  )
}
