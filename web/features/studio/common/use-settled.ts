import { useEffect, useState } from 'react'

/** Milliseconds without a change before a typed text is searched for. */
const settleTime_ms = 250

/** Returns the value once it has not changed for a moment, so that a search is not requested at each key. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleTime_ms)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
