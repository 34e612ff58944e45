import { useEffect, useState } from 'react'

/** Whole seconds from `now` until `at` (ms since the epoch), at least 0. */
export const secondsUntil = (at: number, now: number): number =>
  Math.max(0, Math.ceil((at - now) / 1_000))

/** `9:59` as `09:59`. */
export function formatCountdown(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`
}

/** Returns the seconds until `at` (ms since the epoch), read from the clock at each tick, so that suspended tabs recover. */
export function useCountdown(at: number): number {
  const [renderedAt, setRenderedAt] = useState(Date.now)
  useEffect(() => {
    const now = Date.now()
    if (now >= at) return renderedAt >= at ? undefined : setRenderedAt(now)
    // Just after the second changes, so that no second is shown twice.
    const timer = setTimeout(() => setRenderedAt(Date.now()), ((at - now) % 1_000) + 5)
    return () => clearTimeout(timer)
  }, [at, renderedAt])
  return secondsUntil(at, renderedAt)
}
