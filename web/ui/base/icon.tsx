import type { IconName } from './icon-names.ts'

/** Hidden from assistive technology: use it beside text or inside a labelled control. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={`icon ${className}`} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  )
}
