import { touchCopy } from '#web/copy/player-touch.ts'
import type { Episode } from '#contract/contents.ts'
import type { Video } from '#contract/playback.ts'
import { useCallback, useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import { usePlayer } from '../chrome.ts'
import { isTap, type Touch } from '../touch/taps.ts'
import { follow, isUpright, readSwipe, type Sample } from './swipe.ts'
import type { Opens } from './use-beside.ts'
import { noWheel, pixelsOf, readWheel } from './wheel.ts'

/** Milliseconds the picture takes to its place (vertical.css has the same). */
const slide = 240

export type Paging = ReturnType<typeof usePaging>

/**
 * From one upright film to the next: by a finger, the wheel, keys and buttons alike. The stage carries how far
 * the picture has been drawn (`--drag`), written without rendering. A locked neighbour is offered, not entered.
 */
export function usePaging(video: Video, opens: Opens, goTo: (episode: number) => void) {
  const { player, tell } = usePlayer()
  const surface = useRef<HTMLDivElement>(null)
  const [offered, setOffered] = useState<Episode | null>(null)
  const going = useRef(false)
  const can = { next: video.next_episode !== null, previous: video.previous_episode !== null }

  const stage = () => surface.current?.closest<HTMLElement>('.player-stage')
  const drag = (pixels: number) => stage()?.style.setProperty('--drag', `${pixels}px`)

  const settle = useCallback(async (pixels: number) => {
    const element = surface.current?.closest<HTMLElement>('.player-stage')
    if (!element) return
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    // A picture that comes back is not animated where nothing should move; one that goes is simply gone.
    if (still) {
      element.style.setProperty('--drag', '0px')
      return
    }
    element.dataset['settling'] = ''
    element.style.setProperty('--drag', `${pixels}px`)
    await new Promise((done) => setTimeout(done, slide))
    if (pixels === 0) delete element.dataset['settling']
  }, [])

  const step = useCallback(
    async (direction: 1 | -1) => {
      if (going.current) return
      const target = direction > 0 ? video.next_episode : video.previous_episode
      if (!target) {
        tell(direction > 0 ? touchCopy.last : touchCopy.first)
        return settle(0)
      }
      going.current = true
      const answer = opens(target)
      if (typeof answer !== 'boolean') void settle(0)
      const open = await answer
      if (!open) {
        going.current = false
        setOffered(target)
        return settle(0)
      }
      const height = surface.current?.clientHeight ?? 0
      await settle(-direction * height)
      goTo(target.id)
    },
    [video, opens, goTo, tell, settle],
  )

  useEffect(() => {
    const element = surface.current?.closest<HTMLElement>('.player-stage')
    if (!element) return
    let gesture = noWheel
    function onWheel(event: WheelEvent) {
      // With ctrl it enlarges the page; in a panel or a list it scrolls that.
      if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return
      if (event.target instanceof Element && event.target.closest('dialog, [popover]')) return
      const read = readWheel(gesture, { pixels: pixelsOf(event), at: event.timeStamp })
      gesture = read.gesture
      if (read.step !== 0) void step(read.step)
    }
    element.addEventListener('wheel', onWheel, { passive: true })
    return () => element.removeEventListener('wheel', onWheel)
  }, [step])

  const finger = useRef<{ down: Touch; samples: Sample[]; upright: boolean | null } | null>(null)
  const lifted = useRef(-Infinity)
  const touchOf = (event: PointerEvent): Touch => ({
    x: event.clientX,
    y: event.clientY,
    at: event.timeStamp,
    place: 0.5,
  })
  function onPointerDown(event: PointerEvent) {
    if (event.pointerType === 'mouse') return
    const alone = event.isPrimary && !going.current
    // A second finger makes a pinch of it.
    if (!alone && finger.current?.upright) void settle(0)
    finger.current = alone ? { down: touchOf(event), samples: [], upright: null } : null
  }
  function onPointerMove(event: PointerEvent) {
    const now = finger.current
    if (!now || !event.isPrimary || now.upright === false) return
    const { x, y, at } = touchOf(event)
    const sample = { x: x - now.down.x, y: y - now.down.y, at }
    now.upright ??= isUpright(sample)
    if (!now.upright) return
    now.samples = [...now.samples.slice(-11), sample]
    drag(follow(sample.y, can))
  }
  function onPointerUp(event: PointerEvent) {
    if (event.pointerType === 'mouse') return
    lifted.current = event.timeStamp
    const now = finger.current
    finger.current = null
    if (!now) return
    if (isTap(now.down, touchOf(event))) return player.wishes.togglePlay()
    if (!now.upright) return
    const meant = readSwipe(now.samples, event.currentTarget.clientHeight)
    void (meant === 0 ? settle(0) : step(meant))
  }
  function onPointerCancel() {
    if (finger.current?.upright) void settle(0)
    finger.current = null
  }
  function onClick(event: MouseEvent) {
    if (event.timeStamp - lifted.current > 800) player.wishes.togglePlay()
  }
  return {
    step,
    surface: { ref: surface, onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onClick },
    offered,
    takeBack: () => setOffered(null),
  }
}
