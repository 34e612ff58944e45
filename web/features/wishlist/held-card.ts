/** Milliseconds after which a finger that rests on a card has meant it: as long as systems take. */
const held = 450
/** Pixels by which a resting finger may tremble. */
const slack = 10
/** Milliseconds after the finger is lifted in which some browsers still make a press of it. */
const echo = 400

/**
 * Hears of fingers that stay on a card: there is no pointing at it first, and a heart on every card would lie on every
 * poster. What browsers do with a held link themselves is not done, nor is the press that ends it.
 * @returns how to stop.
 */
export function onHeldCard(run: (card: HTMLElement) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let from: { x: number; y: number } | null = null
  let fired = false
  const stop = new AbortController()
  const { signal } = stop

  function end() {
    clearTimeout(timer)
    from = null
    if (fired) setTimeout(() => (fired = false), echo)
  }
  document.addEventListener(
    'pointerdown',
    (event) => {
      end()
      fired = false
      if (event.pointerType !== 'touch' || !event.isPrimary) return
      const target = event.target as Element
      const card = target.closest<HTMLElement>('[data-work]')
      if (!card || target.closest('button')) return
      from = { x: event.clientX, y: event.clientY }
      timer = setTimeout(() => {
        fired = true
        run(card)
      }, held)
    },
    { passive: true, signal },
  )
  document.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > slack) end()
    },
    { passive: true, signal },
  )
  for (const name of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(name, end, { passive: true, signal })
  document.addEventListener(
    'contextmenu',
    (event) => {
      if (from || fired) event.preventDefault()
    },
    { signal },
  )
  document.addEventListener(
    'click',
    (event) => {
      if (!fired) return
      fired = false
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true, signal },
  )
  return () => {
    clearTimeout(timer)
    stop.abort()
  }
}
