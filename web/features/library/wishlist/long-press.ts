/** Milliseconds of a long press, as in common operating systems. */
const longPressMs = 450
/** Pixels that a resting finger may move. */
const maxMovementPx = 10
/** Milliseconds after `pointerup` within which some browsers still fire `click`. */
const clickSuppressionMs = 400

/**
 * Opens a dialog on long press of a card: touch screens cannot hover, and a like button on every card would cover the
 * posters. The dialog replaces the browser's link menu and suppresses the click that ends the touch. For mouse and
 * keyboard, the browser keeps its menu.
 * @param press a touch that is in progress.
 * @returns a function that removes the listeners.
 */
export function onCardLongPress(
  openDialog: (card: HTMLElement) => void,
  press: PointerEvent | undefined,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let touch: { card: HTMLElement; x: number; y: number } | null = null
  let hasFired = false
  const controller = new AbortController()
  const { signal } = controller
  const root = document.documentElement

  // On iOS a style sheet suppresses the link menu, not an event (base.css).
  root.dataset['cardSheet'] = ''
  function fire() {
    if (!touch || hasFired) return
    hasFired = true
    openDialog(touch.card)
  }
  function endTouch() {
    clearTimeout(timer)
    touch = null
    if (hasFired) setTimeout(() => (hasFired = false), clickSuppressionMs)
  }
  function startTouch(event: PointerEvent) {
    endTouch()
    hasFired = false
    if (event.pointerType !== 'touch' || !event.isPrimary) return
    const target = event.target as Element
    const card = target.closest<HTMLElement>('[data-content-ref]')
    if (!card || target.closest('button')) return
    touch = { card, x: event.clientX, y: event.clientY }
    const elapsedMs = performance.now() - event.timeStamp
    timer = setTimeout(fire, longPressMs - elapsedMs)
  }
  if (press) startTouch(press)
  document.addEventListener('pointerdown', startTouch, { passive: true, signal })
  document.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (touch && Math.hypot(clientX - touch.x, clientY - touch.y) > maxMovementPx) endTouch()
    },
    { passive: true, signal },
  )
  for (const name of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(name, endTouch, { passive: true, signal })
  document.addEventListener(
    'contextmenu',
    (event) => {
      // Some systems fire `contextmenu` before `longPressMs`.
      fire()
      if (hasFired) event.preventDefault()
      else endTouch()
    },
    { signal },
  )
  document.addEventListener(
    'click',
    (event) => {
      if (!hasFired) return
      hasFired = false
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true, signal },
  )
  return () => {
    clearTimeout(timer)
    controller.abort()
    delete root.dataset['cardSheet']
  }
}
