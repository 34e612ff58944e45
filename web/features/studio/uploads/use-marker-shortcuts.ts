import { type RefObject, useEffect, useRef } from 'react'
import type { MarkerName } from './use-marker-draft.ts'

/** Keys by their place, so that they work with a Korean keyboard on. */
const marks: Readonly<Record<string, MarkerName>> = {
  KeyI: 'opening_start',
  KeyO: 'opening_end',
  KeyE: 'ending_start',
}
/** Seconds: J and L as editors have them, and about a frame. */
const skips: Readonly<Record<string, number>> = {
  ...{ KeyJ: -5, KeyL: 5, Comma: -1 / 24, Period: 1 / 24 },
}

type Does = {
  set: (mark: MarkerName) => void
  skip: (seconds: number) => void
  toggle: () => void
}

/**
 * The keys of a film that is being marked. They are heard where nothing is written and nothing else has the focus: within
 * `region`, and where what is around it has it, as the page has whose link was just followed.
 */
export function useMarkerShortcuts(region: RefObject<HTMLElement | null>, does: Does) {
  const now = useRef(does)
  useEffect(() => {
    now.current = does
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, code } = event
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (!(target instanceof Element) || target.matches('input, select, textarea')) return
      const { current } = region
      if (!current || !(target.contains(current) || current.contains(target))) return
      const mark = marks[code]
      const skip = skips[code]
      if (mark) now.current.set(mark)
      else if (skip) now.current.skip(skip)
      else if (code === 'KeyK') now.current.toggle()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [region])
}
