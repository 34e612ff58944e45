import { controlMessages } from '#web/ui/control-messages.ko.ts'

/** Shows `value`, 0..1. Size `sm` is for the lower edge of an image, tone `on_accent` for accent-coloured backgrounds. */
export function ProgressBar({
  value,
  label,
  size = 'md',
  tone = 'accent',
}: {
  value: number
  label?: string
  size?: 'sm' | 'md'
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
      className={`w-full overflow-hidden ${tone === 'on_accent' ? 'bg-on-accent/25' : 'bg-foreground/20'} ${size === 'sm' ? 'h-1' : 'h-2 rounded-full'}`}
    >
      <div
        className={`h-full rounded-r-full transition-[width] duration-(--duration-slow) ${tone === 'on_accent' ? 'bg-on-accent' : 'bg-accent'}`}
        style={{ width: `${percent}%` }}
      />
    </div>
  )
}
