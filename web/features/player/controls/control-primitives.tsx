import type { ComponentProps, KeyboardEvent } from 'react'

/** A round button of the control bar: 44 px to touch, named, its name shown when pointed at. */
export function ControlButton({
  label,
  className = '',
  ...rest
}: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`inline-flex size-11 shrink-0 items-center justify-center rounded-full text-foreground transition-colors duration-(--duration-fast) hover:bg-foreground/14 active:bg-foreground/8 disabled:opacity-40 disabled:hover:bg-transparent ${className}`}
    />
  )
}

/** The keys of a slider (WAI-ARIA 1.2), by `code`; with Ctrl, Alt or Cmd they are the browser's. */
export const sliderKeyHandler =
  (keys: Readonly<Record<string, () => void>>) =>
  (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = keys[event.code]
    if (!act) return
    event.preventDefault()
    act()
  }
