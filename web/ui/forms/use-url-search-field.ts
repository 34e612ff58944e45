import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

/**
 * Keeps a search field at what the address asks for, also after going back; the focus stays. What somebody typed before
 * the page's scripts were there, or after he set out for the page that is coming, is of his next question and stays, too.
 * @param tell what the field holds now, and whether somebody typed that and the address asks for something else.
 * @returns the field's ref, `put` to write into it, and what is to be called at every input (`typed`) and when what it
 * says is asked (`sent`).
 */
export function useUrlSearchField(
  q: string,
  tell?: (field: HTMLInputElement, isTyped: boolean) => void,
) {
  const field = useRef<HTMLInputElement>(null)
  const { key } = useLocation()
  const { state } = useNavigation()
  const shown = useRef(key)
  const isOnItsWay = useRef(false)
  const isAhead = useRef(false)
  const latest = useRef(tell)
  useEffect(() => void (latest.current = tell))
  useEffect(() => {
    const input = field.current
    if (!input) return
    // No other page was shown before: what is there without having been asked for was typed into bare HTML.
    const isTyped = (shown.current === key || isAhead.current) && input.value !== q
    shown.current = key
    isOnItsWay.current = false
    isAhead.current = false
    if (!isTyped) input.value = q
    latest.current?.(input, isTyped)
  }, [q, key])
  return {
    field,
    setText(text: string) {
      if (field.current) field.current.value = text
    },
    onInput() {
      isAhead.current = isOnItsWay.current || state !== 'idle'
    },
    onSubmit() {
      isOnItsWay.current = true
    },
  }
}
