/** Milliseconds of a long press: as long as systems take. */
const held = 450
/** Pixels by which a resting finger may tremble. */
const slack = 10
/** Milliseconds after the finger is lifted in which some browsers still make a press of it. */
const echo = 400

/**
 * Opens a sheet by long press on a card: touch screens cannot hover, and a heart on every card would cover every poster.
 * The sheet replaces the browser's link menu and the press that ends the touch. Until it has loaded, and for mouse and
 * keyboard, the browser keeps its menu.
 * @param load gives what opens the sheet of a card; called again after it failed.
 * @returns how to stop.
 */
export function onCardLongPress(load: () => Promise<(card: HTMLElement) => void>): () => void {
  let open: ((card: HTMLElement) => void) | undefined
  let is_loading = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let touch: { card: HTMLElement; x: number; y: number } | null = null
  let fired = false
  const stop = new AbortController()
  const { signal } = stop
  const root = document.documentElement

  async function prepare() {
    if (open || is_loading) return
    is_loading = true
    const loaded = await load().catch(() => undefined)
    is_loading = false
    if (!loaded || signal.aborted) return
    open = loaded
    // iOS asks style sheets instead of events (base.css).
    root.dataset['cardSheet'] = ''
  }
  function fire() {
    if (!open || !touch || fired) return
    fired = true
    open(touch.card)
  }
  function end() {
    clearTimeout(timer)
    touch = null
    if (fired) setTimeout(() => (fired = false), echo)
  }
  document.addEventListener(
    'pointerdown',
    (event) => {
      end()
      fired = false
      if (event.pointerType !== 'touch' || !event.isPrimary) return
      const target = event.target as Element
      const card = target.closest<HTMLElement>('[data-content-ref]')
      if (!card || target.closest('button')) return
      touch = { card, x: event.clientX, y: event.clientY }
      void prepare()
      timer = setTimeout(fire, held)
    },
    { passive: true, signal },
  )
  document.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (touch && Math.hypot(clientX - touch.x, clientY - touch.y) > slack) end()
    },
    { passive: true, signal },
  )
  for (const name of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(name, end, { passive: true, signal })
  document.addEventListener(
    'contextmenu',
    (event) => {
      // Some systems take less time for a long press.
      fire()
      if (fired) event.preventDefault()
      else end()
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
    delete root.dataset['cardSheet']
  }
}
