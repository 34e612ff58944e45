import { controlCopy } from '#web/copy/controls.ts'

/** How far something is, 0..1. `thin` lies along the foot of a still. */
export function Progress({
  value,
  label,
  thin = false,
}: {
  value: number
  label?: string
  thin?: boolean
}) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label ?? controlCopy.progress(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={`w-full overflow-hidden bg-paper/20 ${thin ? 'h-1' : 'h-2 rounded-full'}`}
    >
      <div
        className="h-full rounded-r-full bg-gam transition-[width] duration-(--calm)"
        style={{ width: `${percent}%` }}
      />
    </div>
  )
}
