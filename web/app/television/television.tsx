import { activePlayer } from '#web/lib/active-player.ts'
import { homePath, searchPath } from '#web/routing/paths.ts'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, type NavigateFunction } from 'react-router'
import { HangulKeyboard } from './hangul-keyboard.tsx'
import { focusedElement, isPageOnTop, moveFocus, remember, restoreFocus } from './remote-focus.ts'
import { leaveApplication, remoteKeyOf, requestMediaKeys, type RemoteKey } from './remote-keys.ts'
import type { Direction } from './spatial-navigation.ts'

/** Milliseconds without a key until the controls of a playing film may hide. */
const idle_ms = 5_000

const isSearchField = (element: unknown): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.name === 'q' && element.role === 'combobox'

/** The entry of the history, by the key that React Router gives it. */
const historyKey = () => (history.state as { key?: string } | null)?.key ?? ''

/** Whether the focused element moves by this key itself: a slider sideways, the caret of a field, an open list. */
function ownsKey(element: Element | null, direction: Direction): boolean {
  const isSideways = direction === 'left' || direction === 'right'
  if (!element) return false
  if (element.matches('[role=slider], input[type=range]')) return isSideways
  if (element.getAttribute('aria-expanded') === 'true' && element.matches('[role=combobox]'))
    return !isSideways
  if (!(element instanceof HTMLInputElement) || element.selectionStart === null) return false
  const { selectionStart, value } = element
  return direction === 'left'
    ? selectionStart > 0
    : direction === 'right' && selectionStart < value.length
}

/** With nothing focused a film has its own keys: sideways they seek, and up and down page through vertical ones. */
function isPlayerKey(direction: Direction): boolean {
  const player = document.querySelector<HTMLElement>('.player')
  if (!player || focusedElement() || !isPageOnTop()) return false
  return (
    direction === 'left' || direction === 'right' || player.dataset['orientation'] === 'vertical'
  )
}

/** Closes what is open, or goes to the previous page. */
function goBack(navigate: NavigateFunction, closeKeyboard: () => boolean) {
  if (closeKeyboard()) return
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1)
  if (dialog)
    return void dialog.dispatchEvent(
      new KeyboardEvent('keydown', {
        key: 'Escape',
        code: 'Escape',
        bubbles: true,
        cancelable: true,
      }),
    )
  const menu = document.querySelector<HTMLElement>('[popover=auto]:popover-open')
  if (menu) return menu.hidePopover()
  if (location.pathname === homePath) return leaveApplication()
  if (history.length > 1) return history.back()
  void navigate(homePath)
}

/** Activates what Enter alone does not: choices, lists, and a film without controls. @returns whether it did. */
function enter(): boolean {
  const element = focusedElement()
  if (!element) {
    activePlayer()?.commands.toggle_play()
    return activePlayer() !== undefined
  }
  if (element instanceof HTMLSelectElement) element.showPicker()
  else if (element.matches('input:is([type=checkbox], [type=radio])')) element.click()
  else return false
  return true
}

function control(action: Exclude<RemoteKey, { kind: 'move' | 'enter' | 'back' }>) {
  const { requests, commands } = activePlayer() ?? {}
  if (action.kind === 'seek') requests?.seekBy(action.seconds)
  else if (action.kind === 'play') requests?.play()
  else if (action.kind === 'pause') requests?.pause()
  else if (action.kind === 'next') commands?.next_episode()
  else commands?.toggle_play()
}

/** The keys of a remote on every page, and the keyboard of the search. Loaded on televisions only. */
export function Television() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [field, setField] = useState<HTMLInputElement | null>(null)
  useEffect(() => setField(null), [pathname])

  useEffect(() => {
    requestMediaKeys()
    let offeredAt: string | undefined
    let idle: ReturnType<typeof setTimeout> | undefined
    const closeKeyboard = () => {
      const isOpen = document.querySelector('[data-television-keyboard]') !== null
      setField(null)
      return isOpen
    }
    function hideControls() {
      const focused = focusedElement()
      if (focused?.closest('.player') && activePlayer()?.media.getState().paused === false)
        focused.blur()
    }
    function awaitIdle() {
      clearTimeout(idle)
      idle = setTimeout(hideControls, idle_ms)
    }
    function onKeyDown(event: KeyboardEvent) {
      const action = remoteKeyOf(event)
      awaitIdle()
      if (!action || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return
      if (action.kind === 'move') {
        if (ownsKey(document.activeElement, action.direction) || isPlayerKey(action.direction))
          return
        moveFocus(action.direction)
      } else if (action.kind === 'enter') {
        if (isSearchField(document.activeElement)) setField(document.activeElement)
        else if (!enter()) return
      } else if (action.kind === 'back') goBack(navigate, closeKeyboard)
      else control(action)
      event.preventDefault()
      event.stopPropagation()
    }
    function onFocus({ target }: FocusEvent) {
      awaitIdle()
      if (target instanceof HTMLElement) remember(target)
      if (!isSearchField(target)) return
      // The keyboard of the page takes the place of the system's.
      target.inputMode = 'none'
      const page = historyKey()
      if (target.value !== '' || offeredAt === page) return
      // Once on a page: Back closes it.
      offeredAt = page
      setField(target)
    }
    // The field of the header would close without the focus, which the keyboard has.
    function onClick(event: MouseEvent) {
      const link =
        event.target instanceof Element && event.target.closest(`a[href="${searchPath}"]`)
      if (!link) return
      event.preventDefault()
      event.stopPropagation()
      void navigate(searchPath)
    }
    let frame = 0
    const check = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(restoreFocus)
    }
    const observer = new MutationObserver(check)
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled', 'inert', 'open', 'hidden', 'data-controls'],
    })
    const stop = new AbortController()
    const options = { capture: true, signal: stop.signal }
    addEventListener('keydown', onKeyDown, options)
    addEventListener('focusin', onFocus, options)
    addEventListener('focusout', check, options)
    addEventListener('click', onClick, options)
    addEventListener('toggle', check, options)
    check()
    return () => {
      stop.abort()
      observer.disconnect()
      cancelAnimationFrame(frame)
      clearTimeout(idle)
    }
  }, [navigate])

  return field?.isConnected && <HangulKeyboard field={field} onClose={() => setField(null)} />
}
