import { useEffect, useState } from 'react'

/** Whole seconds until `at`, never less than 0. */
export const secondsUntil = (at: number, here: number): number =>
  Math.max(0, Math.ceil((at - here) / 1_000))

/** `9:59` as `09:59`. */
export function formatCountdown(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}

/** Seconds left until `at` on this machine's clock. Read from the clock each time: a tab that slept is right again. */
export function useCountdown(at: number): number {
  const [here, setHere] = useState(Date.now)
  const left = secondsUntil(at, here)
  useEffect(() => {
    const now = Date.now()
    // Told once: what has passed stays so, and each telling draws again.
    if (now >= at) return here >= at ? undefined : setHere(now)
    // Just after the second turns, so that no second is shown twice.
    const timer = setTimeout(() => setHere(Date.now()), ((at - now) % 1_000) + 5)
    return () => clearTimeout(timer)
  }, [at, here])
  return left
}
