import { createProfileState } from '#web/lib/profile-state.ts'
import { type Box, type Direction, nearest } from './spatial-navigation.ts'

const focusable =
  'a[href]:not([href="#main"]), button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"], [role^=menuitem], [role=radio], [role=tab]'

/** What a row remembers, and a page: the last element with the focus. */
const rowSelector = '[data-rail], header, nav, [data-remote-row]'
const memory = createProfileState(() => ({
  rows: new WeakMap<Element, HTMLElement>(),
  pages: new Map<string, { name: string; row: string }>(),
  /** Until when content that loads may still bring the remembered element, in ms of `performance.now()`. */
  settlesUntil: 0,
}))

const pageKey = () => location.pathname + location.search
const rowOf = (element: Element) => element.closest(rowSelector)
/** A name that the same element has when the page is rendered again. */
const nameOf = (element: Element) =>
  element.getAttribute('href') ?? element.getAttribute('aria-label') ?? element.textContent ?? ''
const rowNameOf = (element: Element) => {
  const row = rowOf(element)
  return (
    row?.getAttribute('aria-label') ??
    row?.closest('section')?.querySelector('h2')?.textContent ??
    ''
  )
}

/** The topmost layer: keys stay in an open dialog or menu. */
function layer(): ParentNode {
  const open = [...document.querySelectorAll('dialog:modal, [popover=auto]:popover-open')]
  return open.at(-1) ?? document
}

/** Whether no dialog or menu covers the page. */
export const isPageOnTop = () => layer() === document

const isReachable = (element: HTMLElement) =>
  !element.matches(':disabled, [tabindex="-1"]:not([role])') &&
  element.closest('[inert], [aria-hidden="true"]') === null &&
  element.checkVisibility({ visibilityProperty: true }) &&
  element.getBoundingClientRect().width > 0

const reachable = () => [...layer().querySelectorAll<HTMLElement>(focusable)].filter(isReachable)

/** Whether a film plays without controls: then nothing has the focus. */
const isWatching = () =>
  isPageOnTop() && document.querySelector('.player[data-controls=hidden]') !== null

/** The element with the focus, or undefined if a press would find none. */
export function focusedElement(): HTMLElement | undefined {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLElement) || !activeElement.matches(focusable)) return undefined
  return layer().contains(activeElement) && isReachable(activeElement) ? activeElement : undefined
}

/** What the focus ring surrounds: the card that a link covers, or the element. */
const surfaceOf = (element: HTMLElement) =>
  (element.matches('.stretched-link') && element.offsetParent) || element
const boxOf = (element: HTMLElement): Box => surfaceOf(element).getBoundingClientRect()

function focus(element: HTMLElement) {
  element.focus({ preventScroll: true })
  const player = element.closest('.player')
  if (player) return player.scrollIntoView({ block: 'start' })
  // Rows of a page come to its middle, so that the next one shows; what shows already does not move.
  const { top, bottom } = boxOf(element)
  const isClear = top > innerHeight * 0.12 && bottom < innerHeight * 0.88
  const block = isClear || !rowOf(element) ? 'nearest' : 'center'
  surfaceOf(element).scrollIntoView({ block, inline: 'nearest' })
}

/** Remembers the element that got the focus. */
export function remember(element: HTMLElement): void {
  const row = rowOf(element)
  if (row) memory.current.rows.set(row, element)
  if (!element.closest('[data-television-keyboard]'))
    memory.current.pages.set(pageKey(), { name: nameOf(element), row: rowNameOf(element) })
}

/** The remembered element of this page, the play button of a player, or the first of the content. */
function initial(): { element: HTMLElement | undefined; isRemembered: boolean } {
  const all = reachable()
  const last = memory.current.pages.get(pageKey())
  const same = last && all.filter((element) => nameOf(element) === last.name)
  const remembered = same?.find((element) => rowNameOf(element) === last?.row) ?? same?.[0]
  if (remembered) return { element: remembered, isRemembered: true }
  const first =
    all.find((element) => element.matches('.player-transport *')) ??
    all.find((element) => element.closest('main, dialog, [popover], .player'))
  // The header stands in for content that loads.
  return { element: first ?? all[0], isRemembered: first !== undefined && last === undefined }
}

const settling_ms = 3_000

/** Gives the focus to an element again after its own was removed, hidden or covered. */
export function restoreFocus(): void {
  const focused = focusedElement()
  if (isWatching() || (focused && performance.now() > memory.current.settlesUntil)) return
  const last = memory.current.pages.get(pageKey())
  const { element, isRemembered } = initial()
  if (!element || (focused && !isRemembered)) return
  if (isRemembered) memory.current.settlesUntil = 0
  else if (!focused) memory.current.settlesUntil = performance.now() + settling_ms
  if (element !== focused) focus(element)
  // A stand-in is not what the page remembers.
  if (isRemembered) return
  if (last) memory.current.pages.set(pageKey(), last)
  else memory.current.pages.delete(pageKey())
}

/** The row's own last element, where the key enters another row. */
function inRow(target: HTMLElement, from: HTMLElement, direction: Direction): HTMLElement {
  const row = rowOf(target)
  if (!row || row === rowOf(from) || direction === 'left' || direction === 'right') return target
  const last = memory.current.rows.get(row)
  return last && row.contains(last) && isReachable(last) ? last : target
}

/** Moves the focus; scrolls where nothing is near. */
export function moveFocus(direction: Direction): void {
  memory.current.settlesUntil = 0
  const from = focusedElement()
  if (!from) return isWatching() ? focusControls() : restoreFocus()
  const rail = from.closest('[data-rail]')
  const isSideways = direction === 'left' || direction === 'right'
  const candidates = reachable().filter(
    (element) => element !== from && (!isSideways || !rail || rail.contains(element)),
  )
  const target = nearest(boxOf(from), candidates, direction, boxOf)
  const step = (direction === 'down' ? 1 : -1) * innerHeight * 0.6
  const isFar =
    target && !isSideways && Math.abs(boxOf(target).top - boxOf(from).top) > innerHeight * 1.2
  if (target && !isFar) return focus(inRow(target, from, direction))
  if (isSideways || !isPageOnTop()) return
  // A long text: the focus follows where there is something to give it to.
  scrollBy({ top: step, behavior: 'instant' })
  if (isSeen(from)) return
  const seen = candidates.find(isSeen)
  if (seen) seen.focus({ preventScroll: true })
}

function isSeen(element: HTMLElement): boolean {
  const { top, bottom } = boxOf(element)
  return bottom > 0 && top < innerHeight
}

/** Shows the controls of the player by giving its first button the focus. */
function focusControls() {
  const button = [
    ...document.querySelectorAll<HTMLElement>('.player-control-bar button, .player button'),
  ].find(isReachable)
  button?.focus({ preventScroll: true })
}
