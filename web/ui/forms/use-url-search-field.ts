import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

/**
 * Synchronizes an uncontrolled search field with the query `q` of the URL, also on back navigation. Keeps text that was
 * typed before hydration or while a navigation is pending.
 * @param onSync called after each synchronization; `isTyped` if the field keeps typed text that differs from `q`.
 * @returns the field's ref, `setText`, and the handlers to call on each input and on submit.
 */
export function useUrlSearchField(
  q: string,
  onSync?: (field: HTMLInputElement, isTyped: boolean) => void,
) {
  const field = useRef<HTMLInputElement>(null)
  const { key } = useLocation()
  const { state } = useNavigation()
  const lastKey = useRef(key)
  const isSubmitted = useRef(false)
  const isTypedDuringNavigation = useRef(false)
  const latest = useRef(onSync)
  useEffect(() => void (latest.current = onSync))
  useEffect(() => {
    const input = field.current
    if (!input) return
    // Without a navigation, a text other than `q` was typed before hydration.
    const isTyped =
      (lastKey.current === key || isTypedDuringNavigation.current) && input.value !== q
    lastKey.current = key
    isSubmitted.current = false
    isTypedDuringNavigation.current = false
    if (!isTyped) input.value = q
    latest.current?.(input, isTyped)
  }, [q, key])
  return {
    field,
    setText(text: string) {
      if (field.current) field.current.value = text
    },
    onInput() {
      isTypedDuringNavigation.current = isSubmitted.current || state !== 'idle'
    },
    onSubmit() {
      isSubmitted.current = true
    },
  }
}
