import type { ComponentProps } from 'react'

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
      className={`inline-flex size-11 shrink-0 items-center justify-center rounded-full text-paper transition-colors duration-(--quick) hover:bg-paper/14 active:bg-paper/8 disabled:opacity-40 disabled:hover:bg-transparent ${className}`}
    />
  )
}
