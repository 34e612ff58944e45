import type { ComponentProps, KeyboardEvent } from 'react'

export const settingsMenuId = 'player-settings-menu'

/** Round button with a touch target of 44 px; the label doubles as tooltip. */
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

/** Handles slider keys (WAI-ARIA 1.2) by `code`. Ctrl, Alt and Cmd combinations belong to the browser. */
export const sliderKeyHandler =
  (keys: Readonly<Record<string, () => void>>) =>
  (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const run = keys[event.code]
    if (!run) return
    event.preventDefault()
    run()
  }
