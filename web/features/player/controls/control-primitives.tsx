import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'

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

/** Player icons that ui/base/icon.tsx lacks, in the same style: 24 px grid, text color. */
function icon(drawing: ReactNode) {
  return function Icon({ className = 'size-6' }: { className?: string }) {
    return (
      <svg
        viewBox="0 0 24 24"
        className={className}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {drawing}
      </svg>
    )
  }
}

const solid = { fill: 'currentColor', stroke: 'none' }

export const ReplayIcon = icon(<path d="M5 12a7.5 7.5 0 1 0 2.4-5.5M7.6 2.8v4h4" />)
// Digits as paths, because text in an SVG would be read as part of the button's name.
const ten = (
  <path
    d="M8.9 11.5l1.5-1v5.6M14.3 10.4c1.1 0 1.9 1 1.9 2.9s-.8 2.9-1.9 2.9-1.9-1-1.9-2.9.8-2.9 1.9-2.9z"
    strokeWidth="1.4"
  />
)
export const SeekBackwardIcon = icon(
  <>
    <path d="M4.6 9.2A8.6 8.6 0 1 1 3.4 13.6M4 4.6v4.8h4.8" />
    {ten}
  </>,
)
export const SeekForwardIcon = icon(
  <>
    <path d="M19.4 9.2a8.6 8.6 0 1 0 1.2 4.4M20 4.6v4.8h-4.8" />
    {ten}
  </>,
)
const speaker = (
  <path
    d="M3.5 9.6v4.8a.8.8 0 0 0 .8.8h3l4.6 3.9a.7.7 0 0 0 1.1-.6v-13a.7.7 0 0 0-1.1-.6L7.3 8.8h-3a.8.8 0 0 0-.8.8z"
    {...solid}
  />
)
export const VolumeHighIcon = icon(
  <>
    {speaker}
    <path d="M16.2 8.8a4.6 4.6 0 0 1 0 6.4M18.9 6.2a8.3 8.3 0 0 1 0 11.6" />
  </>,
)
export const VolumeLowIcon = icon(
  <>
    {speaker}
    <path d="M16.2 8.8a4.6 4.6 0 0 1 0 6.4" />
  </>,
)
export const VolumeOffIcon = icon(
  <>
    {speaker}
    <path d="m16.6 9.4 5 5.2m0-5.2-5 5.2" />
  </>,
)
export const CaptionsIcon = icon(
  <>
    <rect x="3" y="5" width="18" height="14" rx="2.6" />
    <path d="M6.6 12h4.2m2.8 0h3.8M6.6 15.4h2.6m2.8 0h5.4" />
  </>,
)
export const SettingsIcon = icon(
  <>
    <path d="M3.5 7.5h9m5 0h3M3.5 16.5h3m5 0h9" />
    <circle cx="15" cy="7.5" r="2.4" />
    <circle cx="9" cy="16.5" r="2.4" />
  </>,
)
export const PipIcon = icon(
  <>
    <path d="M9.5 18.5H5.2A2.2 2.2 0 0 1 3 16.3V7.2A2.2 2.2 0 0 1 5.2 5h13.6A2.2 2.2 0 0 1 21 7.2v2.3" />
    <rect x="12.2" y="12.4" width="8.8" height="6.6" rx="1.4" {...solid} />
  </>,
)
export const FullscreenIcon = icon(
  <path d="M4 9V5.6A1.6 1.6 0 0 1 5.6 4H9m6 0h3.4A1.6 1.6 0 0 1 20 5.6V9m0 6v3.4a1.6 1.6 0 0 1-1.6 1.6H15m-6 0H5.6A1.6 1.6 0 0 1 4 18.4V15" />,
)
export const FullscreenExitIcon = icon(
  <path d="M9 4v3.4A1.6 1.6 0 0 1 7.4 9H4m16 0h-3.4A1.6 1.6 0 0 1 15 7.4V4m0 16v-3.4a1.6 1.6 0 0 1 1.6-1.6H20M4 15h3.4A1.6 1.6 0 0 1 9 16.6V20" />,
)
export const NextEpisodeIcon = icon(
  <>
    <path d="M5 5.4a1 1 0 0 1 1.6-.8l9 6.4a1.2 1.2 0 0 1 0 2l-9 6.4a1 1 0 0 1-1.6-.8z" {...solid} />
    <path d="M19 5v14" strokeWidth="2.2" />
  </>,
)
export const ListIcon = icon(<path d="M4 6.5h11M4 12h11M4 17.5h7M18 10.5v8l4-4z" />)
