import { type RefObject, useEffect, useRef } from 'react'
import type { MarkerName } from './use-marker-draft.ts'

/** Matched by `code`, so that they work with a Korean keyboard layout. */
const markerKeys: Readonly<Record<string, MarkerName>> = {
  KeyI: 'opening_start',
  KeyO: 'opening_end',
  KeyE: 'ending_start',
}
/** Seconds: J and L as in video editors, comma and period about a frame. */
const skipSeconds: Readonly<Record<string, number>> = {
  ...{ KeyJ: -5, KeyL: 5, Comma: -1 / 24, Period: 1 / 24 },
}

type MarkerActions = {
  set: (marker: MarkerName) => void
  skip: (seconds: number) => void
  toggle: () => void
}

/**
 * The keyboard shortcuts of the marker editor. Active if no text field or other control has focus: within `region`, and
 * while an ancestor of it has focus, as after a navigation.
 */
export function useMarkerShortcuts(region: RefObject<HTMLElement | null>, actions: MarkerActions) {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, code } = event
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (!(target instanceof Element) || target.matches('input, select, textarea')) return
      const { current } = region
      if (!current || !(target.contains(current) || current.contains(target))) return
      const marker = markerKeys[code]
      const skip = skipSeconds[code]
      if (marker) latest.current.set(marker)
      else if (skip) latest.current.skip(skip)
      else if (code === 'KeyK') latest.current.toggle()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [region])
}
